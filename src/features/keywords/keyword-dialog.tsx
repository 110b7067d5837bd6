import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { keywords } from '#contract/keywords.ts';
import { connection } from '#src/api/connection.ts';
import { addKeywords } from '#src/domain/keywords/all-keywords.ts';
import { readItems, readLines } from '#src/domain/keywords/item-list.ts';
import { FormField } from '#src/form/fields/form-field.tsx';
import { RecordDialog } from '#src/form/record-dialog.tsx';
import { useOpenRecord } from '#src/form/record-form.tsx';
import { useFieldError, useFieldLabel, useRecordFormContext } from '#src/form/record-form-context.ts';
import { closeModalRoute } from '#src/page/close-modal-route.ts';
import { paths } from '#src/paths.ts';
import { Field, FieldError } from '#src/ui/form/field.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { keywordColumnLabel } from '../keyword-grid/row-notice.tsx';
import { ItemsEditor } from './items-editor.tsx';

export function Component() {
  const { t } = useLingui();
  const open = useOpenRecord<typeof keywords>();
  const { id } = open;
  const from = connection.get();
  const close = () => closeModalRoute(paths.keywords());
  return (
    <RecordDialog
      resource={keywords}
      open={open}
      title={id === undefined ? <Trans>New keyword</Trans> : <Trans>Keyword</Trans>}
      labelOf={keywordColumnLabel}
      nameOf={({ key_name }) => key_name}
      onSaved={(keyword, isDone) => {
        const { key_name } = keyword;
        if (id === undefined) addKeywords([keyword], from);
        showToast({ text: id === undefined ? t`Created “${key_name}”` : t`Saved “${key_name}”`, tone: 'good' });
        if (isDone) close();
      }}
      onClose={close}
    >
      <FormField
        of={keywords}
        name="key_name"
        label={t`Keyword`}
        hint={<Trans>The word as visitors write it. Each keyword is unique.</Trans>}
        autoFocus
      />
      <FormField of={keywords} name="key_title" label={t`Title`} />
      <SuggestionsField />
    </RecordDialog>
  );
}

/** The suggestions attribute: plain text, or a list that can be edited item by item. */
function SuggestionsField() {
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
      <fieldset
        ref={(element) => {
          field.ref(element && { focus: () => element.querySelector<HTMLElement>('ol :is(input, textarea)')?.focus() });
        }}
        className="flex min-w-0 flex-col gap-1"
      >
        <legend className="sr-only">{label}</legend>
        <div className="flex items-end justify-between gap-2">
          <span aria-hidden="true" className="font-medium">
            {label}
          </span>
          {choice}
        </div>
        <ItemsEditor list={editable} text={text} isReadOnly={isReadOnly} onChange={field.onChange} />
        <FieldError>{error}</FieldError>
        <p className="text-muted text-sm">
          {editable.form === 'json' ? (
            <Trans>Stored as a JSON array.</Trans>
          ) : (
            <Trans>Stored as text, one item per line.</Trans>
          )}
        </p>
      </fieldset>
    );
  }
  return (
    <Field label={label} error={error} aside={choice}>
      <Textarea {...field} value={text} rows={5} readOnly={isReadOnly} />
    </Field>
  );
}
