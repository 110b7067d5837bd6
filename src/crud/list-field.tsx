import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import type { Attribute } from '#contract/attribute.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { AttributeInput } from './attribute-input.tsx';
import { blankElement } from './form-values.ts';
import { useRecordFormContext } from './record-form-context.ts';
import { useFieldError } from './use-field-error.ts';

interface ListFieldProps {
  list: Attribute;
  name: string;
  label: ReactNode;
  hint: ReactNode;
  /** What the parts of an element are called. */
  wordOf: (part: string) => string;
}

/** A list of objects as a numbered group of inputs for each, which can be added, moved and taken away. */
export function ListField({ list, name, label, hint, wordOf }: ListFieldProps) {
  const { t } = useLingui();
  const { isReadOnly } = useRecordFormContext();
  const { fields, append, move, remove } = useFieldArray({ name, keyName: 'key' });
  const error = useFieldError(name);
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const removeAt = (index: number) => {
    remove(index);
    // The button that had the focus goes; the one that adds is the nearest that stays.
    group.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  return (
    <fieldset ref={group} aria-describedby={error && `${id}-error`} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">{label}</legend>
      {hint && <p className="text-muted text-sm">{hint}</p>}
      {fields.map((field, index) => {
        const number = index + 1;
        return (
          <fieldset key={field.key} className="flex min-w-0 flex-col gap-2 border-line border-s-2 ps-3">
            <legend className="sr-only">{number}</legend>
            <div className="flex items-center gap-1">
              <span aria-hidden="true" className="me-auto text-muted text-sm">
                {number}
              </span>
              <IconButton
                size="small"
                label={t`Move ${number} up`}
                disabled={isReadOnly || index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ChevronUp aria-hidden="true" />
              </IconButton>
              <IconButton
                size="small"
                label={t`Move ${number} down`}
                disabled={isReadOnly || number === fields.length}
                onClick={() => move(index, index + 1)}
              >
                <ChevronDown aria-hidden="true" />
              </IconButton>
              <IconButton
                size="small"
                label={t`Remove ${number}`}
                disabled={isReadOnly}
                onClick={() => removeAt(index)}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </div>
            <ElementFields list={list} path={`${name}.${index}`} wordOf={wordOf} />
          </fieldset>
        );
      })}
      {error && (
        <p id={`${id}-error`} className="text-sm">
          <StatusMark status="danger" className="whitespace-normal">
            {error}
          </StatusMark>
        </p>
      )}
      <div>
        <Button data-add="" disabled={isReadOnly} onClick={() => append(blankElement(list))}>
          <Plus aria-hidden="true" className="size-4" />
          <Trans>Add</Trans>
        </Button>
      </div>
    </fieldset>
  );
}

function ElementFields({ list, path, wordOf }: { list: Attribute; path: string; wordOf: (part: string) => string }) {
  return Object.entries(list.element ?? {}).map(([part, attribute]) => (
    <ElementField key={part} attribute={attribute} path={`${path}.${part}`} label={wordOf(part)} />
  ));
}

function ElementField({ attribute, path, label }: { attribute: Attribute; path: string; label: string }) {
  const { isReadOnly } = useRecordFormContext();
  const error = useFieldError(path);
  return (
    <Field label={label} error={error} required={attribute.required}>
      <AttributeInput attribute={attribute} path={path} isReadOnly={isReadOnly} rows={2} wordOf={(value) => value} />
    </Field>
  );
}
