import { currentLocation, navigate } from '#src/lib/router.ts';

/** State of links to a dialog's route, by which closing it knows that Back leads to the list. */
export const fromList = { isFromList: true } as const;

/**
 * Leaves a dialog's route for the list under it, whose query is in the same address. Where the dialog was opened from
 * the list this is a step back, so that Back does not open it again.
 */
export function closeRoute(listPath: string): void {
  const { search, state } = currentLocation();
  const isFromList = typeof state === 'object' && state !== null && 'isFromList' in state;
  if (isFromList) void navigate(-1);
  else void navigate(listPath + search, { replace: true });
}
