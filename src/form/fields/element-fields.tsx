import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Attribute } from '#contract/attribute.ts';
import { Field } from '#src/ui/form/field.tsx';
import { useFieldError, useRecordFormContext } from '../record-form-context.ts';
import { AttributeInput } from './form-field.tsx';

interface ElementFieldsProps {
  list: Attribute;
  /** Form path of the element: `name.index`. */
  path: string;
  autoFocus: boolean;
  wordOf: (part: string) => string;
}

/** The inputs of one list element. The first required one is the main one. */
export function ElementFields({ list, path, autoFocus, wordOf }: ElementFieldsProps) {
  const parts = Object.entries(list.element ?? {});
  const main = parts.find(([, attribute]) => attribute.required) ?? parts[0];
  return parts.map(([part, attribute]) => (
    <ElementField
      key={part}
      attribute={attribute}
      path={`${path}.${part}`}
      label={wordOf(part)}
      autoFocus={autoFocus && part === main?.[0]}
    />
  ));
}

interface ElementFieldProps {
  attribute: Attribute;
  path: string;
  label: string;
  autoFocus: boolean;
}

function ElementField({ attribute, path, label, autoFocus }: ElementFieldProps) {
  const { isReadOnly } = useRecordFormContext();
  const { getValues } = useFormContext();
  const error = useFieldError(path);
  // Empty JSON is collapsed.
  const [isEmpty] = useState(() => attribute.kind === 'object' && /^(\{\s*\})?$/.test(String(getValues(path)).trim()));
  const [isOpen, setOpen] = useState(false);
  // Stays open once opened, even after the error is fixed.
  if (error && !isOpen) setOpen(true);
  const field = (isLabelled: boolean) => (
    <Field label={label} labelHidden={!isLabelled} error={error} required={attribute.required}>
      <AttributeInput
        attribute={attribute}
        path={path}
        isReadOnly={isReadOnly}
        autoFocus={autoFocus}
        rows={2}
        wordOf={(value) => value}
      />
    </Field>
  );
  if (!isEmpty) return field(true);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-box text-muted hover:text-ink">{label}</summary>
      {field(false)}
    </details>
  );
}
