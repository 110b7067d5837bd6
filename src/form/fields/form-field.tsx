import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { Attribute } from '#contract/attribute.ts';
import type { AttributeName, Resource } from '#contract/resource.ts';
import { startCase } from '#src/lib/start-case.ts';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Field, FieldError } from '#src/ui/form/field.tsx';
import { Input, Select } from '#src/ui/form/input.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { isSettable } from '../form-values.ts';
import { useFieldError, useFieldLabel, useRecordFormContext } from '../record-form-context.ts';
import { ReferenceSelect, type ReferenceSource } from './reference-select.tsx';

interface FormFieldProps<R extends Resource> {
  /** The form's resource: type-checks the name, and determines the input. */
  of: R;
  name: AttributeName<R>;
  label: string;
  hint?: ReactNode;
  autoFocus?: boolean;
  words?: Readonly<Record<string, MessageDescriptor>>;
}

/** The labelled input of an attribute, with its error; nothing if this form cannot set the attribute. */
export function FormField<R extends Resource>({ of, name, label, hint, words = {}, autoFocus }: FormFieldProps<R>) {
  const { i18n } = useLingui();
  const { isNew } = useRecordFormContext();
  const error = useFieldError(name);
  const attribute = of.attributes[name];
  const isOpen = attribute !== undefined && isSettable(attribute, isNew);
  useFieldLabel(name, isOpen ? label : undefined);
  if (!isOpen) return null;

  const wordOf = (value: string) => {
    const word = words[value];
    return word ? i18n._(word) : startCase(value);
  };
  if (attribute.kind === 'boolean') return <YesNoField name={name} label={label} hint={hint} error={error} />;
  return (
    <Field label={label} hint={hint} error={error} required={attribute.required}>
      <AttributeInput attribute={attribute} path={name} wordOf={wordOf} autoFocus={autoFocus} />
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

interface AttributeInputProps {
  attribute: Attribute;
  /** Form path of the value: `name`, or `name.index.part`. */
  path: string;
  autoFocus?: boolean | undefined;
  rows?: number | undefined;
  wordOf: (value: string) => string;
}

/** The bare input for an attribute's kind; the enclosing Field labels it. */
function AttributeInput({ attribute, path, autoFocus, rows = 3, wordOf }: AttributeInputProps) {
  const { isReadOnly } = useRecordFormContext();
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
  const { getValues } = useFormContext();
  const error = useFieldError(path);
  // Empty JSON is collapsed.
  const [isEmpty] = useState(() => attribute.kind === 'object' && /^(\{\s*\})?$/.test(String(getValues(path)).trim()));
  const [isOpen, setOpen] = useState(false);
  // Stays open once opened, even after the error is fixed.
  if (error && !isOpen) setOpen(true);
  const field = (isLabelled: boolean) => (
    <Field label={label} labelHidden={!isLabelled} error={error} required={attribute.required}>
      <AttributeInput attribute={attribute} path={path} autoFocus={autoFocus} rows={2} wordOf={(value) => value} />
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

interface ReferenceFieldProps<R extends Resource> {
  of: R;
  /** A to-one relationship of the resource. */
  name: keyof R['one'] & string;
  label: string;
  from: ReferenceSource;
  autoFocus?: boolean;
}

/** To-one relationship, picked by name. Disabled if the form cannot change it. */
export function ReferenceField<R extends Resource>(props: ReferenceFieldProps<R>) {
  const { of, name, label, from, autoFocus = false } = props;
  const { isNew, isReadOnly } = useRecordFormContext();
  const { field } = useController({ name });
  const error = useFieldError(name);
  useFieldLabel(name, label);
  const link = of.one[name];
  const isOpen = link !== undefined && isSettable(link, isNew);
  return (
    <div ref={focusing(field)}>
      <Field label={label} error={error} required={isOpen && link.required}>
        <ReferenceSelect
          from={from}
          value={String(field.value ?? '')}
          onChange={field.onChange}
          disabled={isReadOnly || !isOpen}
          autoFocus={autoFocus}
        />
      </Field>
    </div>
  );
}
