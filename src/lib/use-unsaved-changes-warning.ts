import { useEffect } from 'react';
import { listen } from './listen.ts';

/** Has the browser confirm before the page unloads with unsaved data. */
export function useUnsavedChangesWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    return listen(window, 'beforeunload', (event) => event.preventDefault());
  }, [isNeeded]);
}
