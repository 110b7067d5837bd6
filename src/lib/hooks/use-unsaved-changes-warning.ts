import { useCallback } from 'react';
import { useBeforeUnload } from 'react-router';

/** Has the browser confirm before the page unloads with unsaved data. */
export function useUnsavedChangesWarning(isNeeded: boolean): void {
  useBeforeUnload(useCallback((event: BeforeUnloadEvent) => isNeeded && event.preventDefault(), [isNeeded]));
}
