import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { Attribute } from '#contract/attribute.ts';
import type { AttributeName, Resource } from '#contract/resource.ts';
import { startCase } from '#src/lib/start-case.ts';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Field, FieldError } from '#src/ui/form/field.tsx';
import { Input, Select } from '#src/ui/form/input.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { useFieldError, useFieldLabel, useRecordFormContext } from '../record-form-context.ts';
import { ReferenceSelect, type ReferenceSource } from './reference-select.tsx';

export interface FormFieldProps<R extends Resource> {
  /** The form's resource: type-checks the name, and determines the input. */
  of: R;
  name: AttributeName<R>;
  /** Default: the name in words. */
  label?: string;
  hint?: ReactNode;
  autoFocus?: boolean;
  /** Initial rows of a multi-line text. */
  rows?: number;
  /** Labels for the values of a choice, or for the parts of a list's elements. */
  words?: Readonly<Record<string, MessageDescriptor>>;
}

/** The labelled input of an attribute, with its error; nothing if this form cannot set the attribute. */
export function FormField<R extends Resource>({ of, name, label, hint, words = {}, ...look }: FormFieldProps<R>) {
  const { i18n } = useLingui();
  const { isNew, isReadOnly } = useRecordFormContext();
  const error = useFieldError(name);
  const shown = label ?? startCase(name);
  const attribute = of.attributes[name];
  const isSettable = attribute?.write === 'always' || (attribute?.write === 'create' && isNew);
  useFieldLabel(name, isSettable ? shown : undefined);
  if (!isSettable) return null;

  const wordOf = (value: string) => {
    const word = words[value];
    return word ? i18n._(word) : startCase(value);
  };
  if (attribute.kind === 'boolean') return <YesNoField name={name} label={shown} hint={hint} error={error} />;
  return (
    <Field label={shown} hint={hint} error={error} required={attribute.required}>
      <AttributeInput attribute={attribute} path={name} isReadOnly={isReadOnly} wordOf={wordOf} {...look} />
    </Field>
  );
}

interface YesNoFieldProps {
  name: string;
  label: ReactNode;
  hint: ReactNode;
  error: string | undefined;
}

function YesNoField({ name, label, hint, error }: YesNoFieldProps) {
  const { field } = useController({ name });
  const { isReadOnly } = useRecordFormContext();
  const id = useId();
  return (
    <div ref={focusing(field)}>
      <Checkbox
        label={label}
        name={name}
        checked={field.value === true}
        disabled={isReadOnly}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && id}
        onChange={(event) => field.onChange(event.target.checked)}
      />
      <FieldError id={id}>{error}</FieldError>
      {hint && <p className="ps-6 text-muted text-sm">{hint}</p>}
    </div>
  );
}

/** Ref of an element around the field's input, which takes the focus for its errors. */
const focusing = (field: { ref: (input: { focus: () => void } | null) => void }) => (element: HTMLElement | null) =>
  field.ref(element && { focus: () => element.querySelector('input')?.focus() });

export interface AttributeInputProps {
  attribute: Attribute;
  /** Form path of the value: `name`, or `name.index.part`. */
  path: string;
  isReadOnly: boolean;
  autoFocus?: boolean | undefined;
  /** Initial rows of a multi-line text. */
  rows?: number | undefined;
  /** Labels for the values of a choice. */
  wordOf: (value: string) => string;
}

/** The bare input for an attribute's kind; the enclosing Field labels it. */
export function AttributeInput({ attribute, path, isReadOnly, autoFocus, rows = 3, wordOf }: AttributeInputProps) {
  const { register } = useFormContext();
  const wiring = { ...register(path), autoFocus };
  switch (attribute.kind) {
    case 'choice':
      return (
        <Select {...wiring} disabled={isReadOnly}>
          {attribute.choices?.map((choice) => (
            <option key={choice} value={choice}>
              {wordOf(choice)}
            </option>
          ))}
        </Select>
      );
    case 'object':
      return (
        <Textarea {...wiring} dir="ltr" readOnly={isReadOnly} rows={rows} spellCheck={false} className="font-mono" />
      );
    case 'text': {
      const isCode = attribute.language !== undefined;
      return (
        <Textarea
          {...wiring}
          readOnly={isReadOnly}
          rows={rows}
          spellCheck={!isCode}
          dir={isCode ? 'ltr' : undefined}
          className={isCode ? 'font-mono' : ''}
        />
      );
    }
    default:
      return <Input {...wiring} readOnly={isReadOnly} autoComplete="off" />;
  }
}

interface ReferenceFieldProps<R extends Resource> {
  of: R;
  /** A to-one relationship of the resource. */
  name: keyof R['one'] & string;
  label?: string;
  hint?: ReactNode;
  /** The records that can be linked. */
  from: ReferenceSource;
  autoFocus?: boolean;
}

/** To-one relationship, picked by name. Disabled if the form cannot change it. */
export function ReferenceField<R extends Resource>({
  of,
  name,
  label,
  hint,
  from,
  autoFocus = false,
}: ReferenceFieldProps<R>) {
  const { isNew, isReadOnly } = useRecordFormContext();
  const { field } = useController({ name });
  const error = useFieldError(name);
  const shown = label ?? startCase(name);
  useFieldLabel(name, shown);
  const link = of.one[name];
  const isOpen = link?.write === 'always' || (isNew && link?.write === 'create');
  return (
    <div ref={focusing(field)}>
      <Field label={shown} hint={hint} error={error} required={isOpen && link?.required === true}>
        <ReferenceSelect
          from={from}
          value={String(field.value ?? '')}
          onChange={field.onChange}
          isDisabled={isReadOnly || !isOpen}
          autoFocus={autoFocus}
        />
      </Field>
    </div>
  );
}
