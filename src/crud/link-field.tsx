import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import type { Resource } from '#contract/resource.ts';
import { Field } from '#src/ui/field.tsx';
import { humanise } from './humanise.ts';
import type { RecordChoice } from './record-choice.ts';
import { useFieldLabel, useRecordFormContext } from './record-form-context.ts';
import { RecordPicker } from './record-picker.tsx';
import { useFieldError } from './use-field-error.ts';

interface LinkFieldProps<R extends Resource> {
  of: R;
  /** A to-one relationship of the resource. */
  name: keyof R['one'] & string;
  label?: ReactNode;
  hint?: ReactNode;
  /** The records that can be linked. */
  from: RecordChoice;
  autoFocus?: boolean;
}

/** To-one relationship, picked by name. Disabled if the form cannot change it. */
export function LinkField<R extends Resource>({ of, name, label, hint, from, autoFocus = false }: LinkFieldProps<R>) {
  const { isNew, isReadOnly } = useRecordFormContext();
  const { field } = useController({ name });
  const error = useFieldError(name);
  const shown = label ?? humanise(name);
  useFieldLabel(name, shown);
  const link = of.one[name];
  const isOpen = link?.write === 'always' || (isNew && link?.write === 'create');
  return (
    <Field label={shown} hint={hint} error={error} required={isOpen && link?.required === true}>
      <RecordPicker
        from={from}
        value={String(field.value ?? '')}
        onChange={field.onChange}
        isDisabled={isReadOnly || !isOpen}
        autoFocus={autoFocus}
      />
    </Field>
  );
}
