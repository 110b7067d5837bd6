import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useFieldLabel, useRecordFormContext } from '#src/crud/record-form-context.ts';
import { useFieldError } from '#src/crud/use-field-error.ts';
import { Field } from '#src/ui/field.tsx';
import { SegmentedControl } from '#src/ui/segmented-control.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { Textarea } from '#src/ui/textarea.tsx';
import { type ItemList, readItems, readLines } from './item-list.ts';
import { ItemsEditor } from './items-editor.tsx';

/** The suggestions attribute: plain text, or a list that can be edited item by item. */
export function SuggestionsField() {
  const { t } = useLingui();
  const { isReadOnly } = useRecordFormContext();
  const { field } = useController({ name: 'suggestions' });
  const error = useFieldError('suggestions');
  const label = <Trans>Suggestions</Trans>;
  useFieldLabel('suggestions', t`Suggestions`);
  const text = String(field.value ?? '');
  const [isList, setList] = useState(() => readItems(text)?.write !== undefined);
  const list = readItems(text) ?? readLines(text);
  const editable = list?.write && list;

  const choice = editable && !isReadOnly && (
    <SegmentedControl
      label={t`Edit suggestions as`}
      value={isList ? 'list' : 'text'}
      segments={[
        { value: 'list', label: t`List` },
        { value: 'text', label: t`Text` },
      ]}
      onChange={(value) => setList(value === 'list')}
    />
  );
  if (isList && editable) {
    return (
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="sr-only">{label}</legend>
        <div className="flex items-end justify-between gap-2">
          <span aria-hidden="true" className="font-medium">
            {label}
          </span>
          {choice}
        </div>
        <ItemsEditor list={editable} text={text} isReadOnly={isReadOnly} onChange={field.onChange} />
        {error && (
          <StatusMark status="danger" className="whitespace-normal text-sm">
            {error}
          </StatusMark>
        )}
        <FormHint form={editable.form} />
      </fieldset>
    );
  }
  return (
    <Field label={label} error={error} aside={choice}>
      <Textarea {...field} value={text} rows={5} readOnly={isReadOnly} />
    </Field>
  );
}

function FormHint({ form }: { form: ItemList['form'] }) {
  return (
    <p className="text-muted text-sm">
      {form === 'json' ? (
        <Trans>Kept as a JSON array, as it came.</Trans>
      ) : (
        <Trans>Kept as one text, one item a line.</Trans>
      )}
    </p>
  );
}
