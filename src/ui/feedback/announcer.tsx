import { useState } from 'react';
import { after } from '#src/lib/delay.ts';
import { createStore, useStore } from '#src/lib/store.ts';

interface Announcement {
  key: number;
  text: string;
  urgent: boolean;
}

/** Long enough for screen readers to pick it up, short enough not to be found by browsing later. */
const keptFor = 10_000;

const announcements = createStore<readonly Announcement[]>([]);
let nextKey = 1;

/** Announces a text to screen readers; `urgent` interrupts the current speech. Repeated texts are announced again. */
export function announce(text: string, { urgent = false }: { urgent?: boolean } = {}): void {
  const key = nextKey++;
  announcements.set([...announcements.get(), { key, text, urgent }]);
  after(keptFor, () => announcements.set(announcements.get().filter((one) => one.key !== key)));
}

/**
 * The live regions. There is one in the page and one in each modal dialog: a modal makes the page behind it inert, so
 * screen readers hear exactly one.
 */
export function Announcer() {
  const all = useStore(announcements);
  const [since] = useState(() => nextKey);
  const fresh = all.filter((one) => one.key >= since);
  const lines = (urgent: boolean) =>
    fresh.filter((one) => one.urgent === urgent).map((one) => <p key={one.key}>{one.text}</p>);
  return (
    <div className="sr-only">
      <div aria-live="polite" aria-relevant="additions">
        {lines(false)}
      </div>
      <div aria-live="assertive" aria-relevant="additions">
        {lines(true)}
      </div>
    </div>
  );
}
