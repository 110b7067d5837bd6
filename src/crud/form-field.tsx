import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import type { AttributeName, Resource } from '#contract/resource.ts';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Field } from '#src/ui/field.tsx';
import { AttributeInput } from './attribute-input.tsx';
import { humanise } from './humanise.ts';
import { useFieldLabel, useRecordFormContext } from './record-form-context.ts';
import { useFieldError } from './use-field-error.ts';

export interface FormFieldProps<R extends Resource> {
  /** The form's resource: type-checks the name, and determines the input. */
  of: R;
  name: AttributeName<R>;
  /** Default: the name in words. */
  label?: ReactNode;
  hint?: ReactNode;
  autoFocus?: boolean;
  /** Initial rows of a multi-line text. */
  rows?: number;
  /** Labels for the values of a choice, or for the parts of a list's elements. */
  words?: Readonly<Record<string, MessageDescriptor>>;
}

/**
 * The labelled input of one attribute, as the contract describes it, with its error. Nothing for an attribute that this
 * form cannot set.
 */
export function FormField<R extends Resource>({ of, name, label, hint, words = {}, ...look }: FormFieldProps<R>) {
  const { i18n } = useLingui();
  const { isNew, isReadOnly } = useRecordFormContext();
  const error = useFieldError(name);
  const shown = label ?? humanise(name);
  useFieldLabel(name, shown);
  const attribute = of.attributes[name];
  if (!attribute || attribute.write === 'never' || (attribute.write === 'create' && !isNew)) return null;

  const wordOf = (value: string) => {
    const word = words[value];
    return word ? i18n._(word) : humanise(value);
  };
  if (attribute.kind === 'boolean') return <YesNoField name={name} label={shown} hint={hint} />;
  return (
    <Field label={shown} hint={hint} error={error} required={attribute.required}>
      <AttributeInput attribute={attribute} path={name} isReadOnly={isReadOnly} wordOf={wordOf} {...look} />
    </Field>
  );
}

function YesNoField({ name, label, hint }: { name: string; label: ReactNode; hint: ReactNode }) {
  const { field } = useController({ name });
  const { isReadOnly } = useRecordFormContext();
  return (
    <div>
      <Checkbox
        label={label}
        name={name}
        checked={field.value === true}
        disabled={isReadOnly}
        onChange={(event) => field.onChange(event.target.checked)}
      />
      {hint && <p className="ps-6 text-muted text-sm">{hint}</p>}
    </div>
  );
}
