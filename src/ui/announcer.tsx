import { useState } from 'react';
import { createStore, useStore } from '#src/lib/store.ts';

interface Announcement {
  key: number;
  text: string;
  urgent: boolean;
}

/** Long enough for a screen reader to have taken it, short enough not to be found later by browsing. */
const keptFor = 10_000;

const announcements = createStore<readonly Announcement[]>([]);
let nextKey = 1;

/** Has screen readers say an outcome; `urgent` interrupts what is being read. The same text twice is said twice. */
export function announce(text: string, { urgent = false }: { urgent?: boolean } = {}): void {
  const key = nextKey++;
  announcements.set([...announcements.get(), { key, text, urgent }]);
  setTimeout(() => announcements.set(announcements.get().filter((one) => one.key !== key)), keptFor);
}

/**
 * The live regions. One stands in the page and one in each modal dialog, because a modal makes the page around it inert:
 * of those, screen readers hear exactly one.
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
