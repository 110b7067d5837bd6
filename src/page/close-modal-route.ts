import { currentLocation, navigate } from '#src/lib/router.ts';

/** History state of links to a dialog's route: tells closing that Back leads to the list. */
export const openedFromList = { isFromList: true } as const;

/**
 * Closes a dialog's route and returns to the list under it, whose query is in the same URL. Goes back if the dialog was
 * opened from the list, so that Back does not reopen it.
 */
export function closeModalRoute(listPath: string): void {
  const { search, state } = currentLocation();
  const isFromList = typeof state === 'object' && state !== null && 'isFromList' in state;
  if (isFromList) void navigate(-1);
  else void navigate(listPath + search, { replace: true });
}
