import { t } from '@lingui/core/macro';
import { choose, connection } from '#src/api/connection.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { createStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { announce } from '#src/ui/announcer.tsx';

/** Whether one is between two tenants: no page is shown then, for its address may still be the other one's. */
export const isSwitching = createStore(false);

/** Where one was at each tenant when leaving it, in this tab. */
const places = new Map<string, string>();

/** Goes to another tenant: to where one was there, else to the page of the same kind, else to the sign-in. */
export async function switchConnection(key: string): Promise<void> {
  const left = connection.get()?.key;
  if (left === key) return;
  const { pathname, search } = currentLocation();
  if (left !== undefined) places.set(left, pathname + search);
  // Ids, and filters by them, are each tenant's own.
  const section = `/${pathname.split('/')[1] ?? ''}`;
  isSwitching.set(true);
  choose(key);
  const here = connection.get();
  await navigate(here ? (places.get(key) ?? section) : paths.connect(section));
  isSwitching.set(false);
  if (!here) return;
  announce(t`Now at ${here.name}`);
  document.querySelector('main')?.focus();
}
