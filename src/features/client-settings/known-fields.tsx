import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { colourOf, languageName } from '#src/domain/rooms/room-visitor.tsx';
import { useFieldError } from '#src/form/record-form-context.ts';
import { Field } from '#src/ui/form/field.tsx';
import { Input, Select } from '#src/ui/form/input.tsx';

export interface SettingProps<Value> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  isReadOnly: boolean;
  /** Form path of the value, where its errors are found. */
  path: string;
  onBlur: () => void;
  /** Beside the label: a button that removes the setting. */
  aside: ReactNode;
}

/** Several controls under one label. */
export function SettingGroup({ label, aside, children }: { label: string; aside: ReactNode; children: ReactNode }) {
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <span aria-hidden="true" className="font-medium">
          {label}
        </span>
        {aside}
      </div>
      {children}
    </fieldset>
  );
}

export function ColorField({ label, value, onChange, onBlur, isReadOnly, path, aside }: SettingProps<string>) {
  const { t } = useLingui();
  return (
    <Field label={label} aside={aside} error={useFieldError(path)}>
      <span className="flex gap-2">
        <input
          type="color"
          aria-label={t`Pick a colour`}
          value={colourOf(value) ? longHex(value) : '#000000'}
          disabled={isReadOnly}
          onChange={(event) => onChange(event.target.value)}
          className="control w-12! shrink-0 px-1!"
        />
        <Input
          value={value}
          readOnly={isReadOnly}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.value.trim())}
          className="max-w-40 font-mono"
        />
      </span>
    </Field>
  );
}

/** The colour picker takes six digits only. */
const longHex = (text: string) => (text.length === 4 ? text.replaceAll(/[\da-f]/gi, '$&$&') : text).toLowerCase();

/** Positions, each with the rectangle of the chat on a page drawn 48 by 32. */
const positions = [
  { value: 'bottom-end', label: msg`Bottom right`, place: { x: 31, y: 14, width: 13, height: 14 } },
  { value: 'bottom-start', label: msg`Bottom left`, place: { x: 4, y: 14, width: 13, height: 14 } },
  { value: 'inline', label: msg`In the page`, place: { x: 10, y: 9, width: 28, height: 14 } },
  { value: 'fullscreen', label: msg`Full screen`, place: { x: 1, y: 1, width: 46, height: 30 } },
];

/** Where the chat is on the customer's page: a choice of pictures. */
export function PositionField({ label, value, onChange, isReadOnly, aside }: SettingProps<string>) {
  const { i18n } = useLingui();
  const others = positions.some((one) => one.value === value) ? [] : [{ value, label: undefined, place: undefined }];
  return (
    <SettingGroup label={label} aside={aside}>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {[...positions, ...others].map((one) => (
          <label
            key={one.value}
            className="relative flex min-h-11 flex-col items-center gap-1 rounded-box border border-edge/60 bg-surface p-2 text-center text-sm hover:bg-hover has-checked:border-accent has-checked:bg-selected has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name="client-position"
              checked={one.value === value}
              disabled={isReadOnly}
              onChange={() => onChange(one.value)}
              className="absolute inset-0 appearance-none opacity-0"
            />
            <svg viewBox="0 0 48 32" aria-hidden="true" className="h-8 w-12 text-muted">
              <rect x="0.5" y="0.5" width="47" height="31" rx="3" fill="none" stroke="currentColor" />
              {one.place && <rect {...one.place} rx="2" fill="currentColor" />}
            </svg>
            {one.label ? i18n._(one.label) : one.value}
          </label>
        ))}
      </div>
      <p className="text-muted text-sm">
        <Trans>Left and right are swapped on right-to-left pages.</Trans>
      </p>
    </SettingGroup>
  );
}

export function LanguageField({ label, value, onChange, isReadOnly, aside }: SettingProps<string>) {
  return (
    <Field label={label} aside={aside}>
      <Select value={value} disabled={isReadOnly} onChange={(event) => onChange(event.target.value)}>
        {languageChoices([value]).map(({ tag, name }) => (
          <option key={tag} value={tag}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Languages to choose from, as BCP 47 tags. A client may have others as well. */
const tags =
  'ar bg bn ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka kk km ko lt lv mk ms mt nb nl pa pl pt pt-BR ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh zh-TW';

/** All languages, including those in `also`, sorted by name in the current locale. */
export function languageChoices(also: readonly string[]): { tag: string; name: string }[] {
  const choices = [...new Set([...tags.split(' '), ...also])].map((tag) => ({ tag, name: languageName(tag) }));
  const { compare } = new Intl.Collator(i18n.locale);
  return choices.sort((a, b) => compare(a.name, b.name));
}
