import { createContext, use, useEffect } from 'react';
import { get, useFormState } from 'react-hook-form';
import type { Resource } from '#contract/resource.ts';
import type { AnyBaseline } from './form-values.ts';
import type { RecordFormState } from './use-record-form.ts';

type Shared = 'isDirty' | 'isSaving' | 'undoSave' | 'labels' | 'flushes';

interface RecordFormContextValue extends Pick<RecordFormState<Resource>, Shared> {
  resource: Resource;
  isNew: boolean;
  /** Whether the user may view the record but not change it. */
  isReadOnly: boolean;
  /** What the inputs are compared with. */
  baseline: () => AnyBaseline;
}

export const RecordFormContext = createContext<RecordFormContextValue | undefined>(undefined);

/** Registers a field's label, for messages about it elsewhere; undefined if the field has no input here. */
export function useFieldLabel(name: string, label: string | undefined): void {
  const { labels } = useRecordFormContext();
  useEffect(() => {
    if (label === undefined) labels.delete(name);
    else labels.set(name, label);
  }, [labels, name, label]);
}

/** The context of the enclosing form. Throws outside a RecordForm. */
export function useRecordFormContext(): RecordFormContextValue {
  const context = use(RecordFormContext);
  if (!context) throw new Error('a form field needs a RecordForm around it');
  return context;
}

/** Error of the input with the given name or path; undefined if valid. */
export function useFieldError(path: string): string | undefined {
  const { errors } = useFormState({ name: path });
  const message: unknown = get(errors, `${path}.message`) ?? get(errors, `${path}.root.message`);
  return typeof message === 'string' && message !== '' ? message : undefined;
}
