import { createContext, use } from 'react';
import type { Resource } from '#contract/resource.ts';
import type { RecordFormState } from './use-record-form.ts';

export interface RecordFormSurroundings extends Pick<RecordFormState<Resource>, 'isDirty' | 'isSaving'> {
  isNew: boolean;
  /** The caller may look at the record and not change it. */
  isReadOnly: boolean;
}

export const RecordFormContext = createContext<RecordFormSurroundings | undefined>(undefined);

/** What the parts of a form know of it. Throws outside a RecordForm. */
export function useRecordFormContext(): RecordFormSurroundings {
  const context = use(RecordFormContext);
  if (!context) throw new Error('a form field needs a RecordForm around it');
  return context;
}
