import { useEffect } from 'react';

const IDLE_MS = 2000;

/** Fetches what a key may ask for next, once the first screen is there: in time, and before the service may stop. */
export function usePartsAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // What cannot be fetched now is asked for again when it is needed.
      void Promise.allSettled([import('./bulk/bulk-dialog.tsx'), import('./draft/edit-form.tsx')]);
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
}
