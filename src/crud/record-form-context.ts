import { createContext, type ReactNode, use, useEffect } from 'react';
import type { Resource } from '#contract/resource.ts';
import type { FormValues } from './form-values.ts';
import type { RecordFormState } from './use-record-form.ts';

export interface RecordFormSurroundings extends Pick<RecordFormState<Resource>, 'isDirty' | 'isSaving'> {
  resource: Resource;
  isNew: boolean;
  /** The caller may look at the record and not change it. */
  isReadOnly: boolean;
  /** What the inputs are compared with. */
  before: () => FormValues;
  /** What the fields on the page are called, by their names. */
  labels: Map<string, ReactNode>;
}

export const RecordFormContext = createContext<RecordFormSurroundings | undefined>(undefined);

/** Tells the form what a field is called, for sentences about it elsewhere. */
export function useFieldLabel(name: string, label: ReactNode): void {
  const { labels } = useRecordFormContext();
  useEffect(() => {
    labels.set(name, label);
  }, [labels, name, label]);
}

/** What the parts of a form know of it. Throws outside a RecordForm. */
export function useRecordFormContext(): RecordFormSurroundings {
  const context = use(RecordFormContext);
  if (!context) throw new Error('a form field needs a RecordForm around it');
  return context;
}
