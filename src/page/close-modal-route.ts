import type { NavigateOptions } from 'react-router';
import { asRecord } from '#src/lib/json.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';

/** History state of links from a list to a dialog's route. Closing the dialog then goes Back to the list. */
export const openedFromList = { isFromList: true } as const;
/** The same for links to rooms from Watch. */
export const openedFromWatch = { isFromList: true, isFromWatch: true } as const;

/**
 * Closes a dialog's route and returns to the list under it, whose query is in the same URL. Goes back if the dialog was
 * opened from the list, so that Back does not reopen it.
 */
export function closeModalRoute(listPath: string): void {
  if (isFromList()) void navigate(-1);
  else void navigate(listPath + currentLocation().search, { replace: true });
}

/** Leaves a record's page: back to the list as it was if opened from there, else to the start of the list. */
export function backToList(listPath: string, options?: NavigateOptions): void {
  if (isFromList()) void navigate(-1);
  else void navigate(listPath, options);
}

const isFromList = () => asRecord(currentLocation().state)?.isFromList === true;
export const isFromWatch = (): boolean => asRecord(currentLocation().state)?.isFromWatch === true;
