import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { languageName } from '#src/domain/rooms/room-visitor.tsx';
import { useFieldError } from '#src/form/record-form-context.ts';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input, Select } from '#src/ui/form/input.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { languageChoices, SettingGroup, type SettingProps } from './known-fields.tsx';

export function LanguagesField({ label, value: tags, onChange, isReadOnly, aside }: SettingProps<string[]>) {
  const { t } = useLingui();
  const adding = useRef<HTMLSelectElement>(null);
  return (
    <Field label={label} aside={aside}>
      {isReadOnly ? (
        <p>{formatList(tags.map((tag) => languageName(tag)))}</p>
      ) : (
        <ul aria-label={label} className="flex flex-wrap gap-1.5 empty:hidden">
          {tags.map((tag) => {
            const name = languageName(tag);
            return (
              <li key={tag}>
                <Chip
                  removeLabel={t`Remove ${name}`}
                  onRemove={() => {
                    onChange(tags.filter((other) => other !== tag));
                    adding.current?.focus();
                  }}
                >
                  {name}
                </Chip>
              </li>
            );
          })}
        </ul>
      )}
      {!isReadOnly && (
        <Select ref={adding} value="" onChange={(event) => onChange([...tags, event.target.value])}>
          <option value="">{t`Add a language…`}</option>
          {languageChoices([])
            .filter(({ tag }) => !tags.includes(tag))
            .map(({ tag, name }) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
        </Select>
      )}
    </Field>
  );
}

/** The sites that may embed the client, one row each. */
export function OriginsField({
  label,
  value: origins,
  onChange,
  onBlur,
  isReadOnly,
  path,
  aside,
}: SettingProps<string[]>) {
  const list = useRef<HTMLUListElement>(null);
  const focusAt = (index: number) => list.current?.querySelectorAll('input')[index]?.focus();
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    onChange(origins.toSpliced(index, 1));
    addButton.current?.focus();
  };
  return (
    <SettingGroup label={label} aside={aside}>
      <p className="text-muted text-sm">
        <Trans>Sites that can embed this client, such as https://shop.example.com.</Trans>
      </p>
      <ul ref={list} className="flex flex-col gap-1.5 empty:hidden">
        {keyedByIndex(origins).map(({ key: index, item }) => (
          <OriginRow
            key={index}
            number={index + 1}
            origin={item}
            path={`${path}.${index}`}
            onBlur={onBlur}
            isReadOnly={isReadOnly}
            onChange={(next) => onChange(origins.with(index, next))}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
      {!isReadOnly && (
        <Button
          ref={addButton}
          size="small"
          className="self-start"
          onClick={() => {
            flushSync(() => onChange([...origins, '']));
            focusAt(origins.length);
          }}
        >
          <Plus aria-hidden="true" className="size-3.5" />
          <Trans>Add origin</Trans>
        </Button>
      )}
    </SettingGroup>
  );
}

interface OriginRowProps extends Pick<SettingProps<string>, 'onChange' | 'onBlur' | 'isReadOnly' | 'path'> {
  number: number;
  origin: string;
  onRemove: () => void;
}

function OriginRow({ number, origin, path, isReadOnly, onBlur, onChange, onRemove }: OriginRowProps) {
  const { t, i18n } = useLingui();
  const place = i18n.number(number);
  return (
    <li className="flex items-start gap-1">
      <Field label={t`Origin ${place}`} labelHidden error={useFieldError(path)} className="flex-1">
        <Input
          value={origin}
          readOnly={isReadOnly}
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          dir="ltr"
          onBlur={() => {
            // An address copied from a browser ends with a slash.
            if (/^[^/]+:\/\/[^/]+\/$/.test(origin)) onChange(origin.slice(0, -1));
            onBlur();
          }}
          onChange={(event) => onChange(event.target.value.trim())}
          className="font-mono"
        />
      </Field>
      {!isReadOnly && (
        <IconButton className="pointer-coarse:size-11" label={t`Remove origin ${place}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
