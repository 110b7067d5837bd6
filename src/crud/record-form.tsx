import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Resource } from '#contract/resource.ts';
import { FormNotices } from './form-notices.tsx';
import { may } from './may.ts';
import { MoreFields } from './more-fields.tsx';
import { RecordFormContext } from './record-form-context.ts';
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts';

export interface RecordFormProps<R extends Resource> extends Omit<RecordFormOptions<R>, 'form'> {
  form?: string;
  className?: string;
  /** `FormField`s, `LinkField`s and a `SaveButton`, in any layout. */
  children: ReactNode;
}

/**
 * A form for a new or existing record. Drafts survive reloads; errors show at their fields; overwriting another user's
 * change asks first. For another record, give it another `key`.
 */
export function RecordForm<R extends Resource>({ form = 'form', className, children, ...options }: RecordFormProps<R>) {
  const { resource, row } = options;
  const state = useRecordForm({ ...options, form });
  const [labels] = useState(() => new Map<string, ReactNode>());
  const isReadOnly = row !== undefined && !may(row, 'update');
  return (
    <RecordFormContext
      value={{
        resource,
        isNew: row === undefined,
        isReadOnly,
        isDirty: state.isDirty,
        isSaving: state.isSaving,
        before: () => state.original().values,
        labels,
      }}
    >
      <FormProvider {...state.form}>
        <form
          noValidate
          className={className}
          onSubmit={(event) => {
            event.preventDefault();
            state.submit();
          }}
          onKeyDown={(event) => onKey(event, state.submit)}
        >
          <FormNotices resource={resource} state={state} isReadOnly={isReadOnly} />
          {row && <MoreFields more={row.more} />}
          {children}
        </form>
      </FormProvider>
    </RecordFormContext>
  );
}

function onKey(event: KeyboardEvent<HTMLFormElement>, submit: () => void) {
  if (event.key !== 'Enter') return;
  // Enter may end an IME composition. Safari reports that key after the composition, with code 229.
  const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
  if (isComposing) event.preventDefault();
  else if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    submit();
  }
}
