import { t } from '@lingui/core/macro';
import { choose, connection } from '#src/api/connection.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { createStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { announce } from '#src/ui/feedback/announcer.tsx';

/** Whether the connection is being switched. No page is shown then, as the URL may still belong to the previous one. */
export const isSwitching = createStore(false);

/** Connections reachable by a digit shortcut. */
export const MAX_DIGITS = 9;

/** Last location at each connection, in this tab. */
const places = new Map<string, string>();

/** Path of the section that a path is in. Ids, and filters by ids, are valid only within their connection. */
export const sectionOf = (path: string): string => `/${path.split(/[/?#]/)[1] ?? ''}`;

/** Switches to another connection: to the user's last location there, else to the same section, else to sign-in. */
export async function switchConnection(key: string): Promise<void> {
  const left = connection.get()?.key;
  if (left === key) return;
  const { pathname, search } = currentLocation();
  if (left !== undefined) places.set(left, pathname + search);
  const section = sectionOf(pathname);
  isSwitching.set(true);
  choose(key);
  const here = connection.get();
  await navigate(here ? (places.get(key) ?? section) : paths.connect(section));
  isSwitching.set(false);
  if (!here) return;
  announce(t`Switched to ${here.name}`);
  document.querySelector('main')?.focus();
}
