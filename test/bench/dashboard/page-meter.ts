import type { Page } from '@playwright/test';

/** The parts of a page that a key can change. */
export interface Shown {
  /** Number of rows in the list, and the id of the first. */
  rows: number;
  first: string;
  /** Id of the selected row, and the text of the draft beside the list. */
  chosen: string;
  text: string;
  /** True if the edit form has the focus. */
  isEditing: boolean;
}

/** The awaited state: members that must change, and exact values. */
export interface Wanted {
  changed: (keyof Shown)[];
  values?: Partial<Shown>;
}

interface Noted {
  /** Milliseconds from navigation until rows and an approve button have been painted. */
  usableMs: number | undefined;
  lcpMs: number;
  longTasks: number[];
  events: number[];
}

interface PageMeter extends Noted {
  usable: Promise<unknown>;
  read: () => Shown;
  /** Starts timing at the next key, until the wanted state. */
  arm: (wanted: Wanted) => void;
  /** Milliseconds from the key to the paint of the wanted state. */
  painted: Promise<number>;
}

declare global {
  interface Window {
    whenPainted: (isThere: () => boolean, tell: (at: number) => void) => void;
    pageMeter: PageMeter;
  }
}

/** Makes a page record its paints and timings. Call before opening the page. */
export async function addPageMeter(page: Page): Promise<void> {
  await page.addInitScript(watchPaints);
  await page.addInitScript(pageMeter);
  await page.addInitScript(noteTimings);
}

/** Runs in the page first: checks `isThere` on every DOM mutation, and reports once that state has been painted. */
function watchPaints() {
  window.whenPainted = (isThere, tell) => {
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        // The first task after the pending frame has been painted.
        void scheduler.postTask(() => tell(performance.now()), { priority: 'user-blocking' });
      });
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  };
}

/** Runs in the page, before its own scripts. */
function pageMeter() {
  const { whenPainted } = window;
  const meter: PageMeter = {
    usableMs: undefined,
    lcpMs: 0,
    longTasks: [],
    events: [],
    usable: new Promise((resolve) => {
      whenPainted(
        () => meter.read().rows > 0 && document.querySelector('[aria-keyshortcuts=a]') !== null,
        (at) => {
          meter.usableMs = at;
          resolve(at);
        },
      );
    }),
    read: () => {
      const list = document.querySelector('ul[aria-label=Drafts], ul[aria-label="My drafts"]');
      const idOf = (link: Element | null | undefined) => /\d+/.exec(link?.getAttribute('href') ?? '')?.[0] ?? '';
      return {
        // A long list is virtualized: its rows carry the total in `aria-setsize`.
        rows: Number(list?.querySelector('[aria-setsize]')?.ariaSetSize ?? list?.childElementCount ?? 0),
        first: idOf(list?.querySelector('a')),
        chosen: idOf(list?.querySelector('[aria-current=true]')),
        text: document.querySelector('article[aria-label=Draft] p')?.textContent ?? '',
        isEditing: document.activeElement?.matches('form[aria-label=Edit] textarea') ?? false,
      };
    },
    arm: ({ changed, values }) => {
      const before = meter.read();
      const names = Object.keys(values ?? {}) as (keyof Shown)[];
      let pressedAt: number | undefined;
      const isThere = () => {
        if (pressedAt === undefined) return false;
        const now = meter.read();
        return (
          changed.every((name) => now[name] !== before[name]) && names.every((name) => now[name] === values?.[name])
        );
      };
      meter.painted = new Promise((resolve, reject) => {
        const onKey = ({ timeStamp }: KeyboardEvent) => {
          pressedAt = timeStamp;
        };
        window.addEventListener('keydown', onKey, { capture: true, once: true });
        whenPainted(isThere, (at) => resolve(at - (pressedAt ?? 0)));
        const late = () => reject(new Error(`From ${JSON.stringify(before)} to ${JSON.stringify(meter.read())}`));
        setTimeout(late, 20_000);
      });
    },
    painted: Promise.resolve(0),
  };
  window.pageMeter = meter;
}

/** Runs in the page: records the LCP, long tasks and the durations of events. */
function noteTimings() {
  const { pageMeter } = window;
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      ...(type === 'event' && { durationThreshold: 16 }),
    });
  observe('largest-contentful-paint', ({ startTime }) => {
    pageMeter.lcpMs = startTime;
  });
  observe('longtask', ({ duration }) => pageMeter.longTasks.push(duration));
  observe('event', ({ duration }) => pageMeter.events.push(duration));
}

/** Resolves when the queue is usable. Rejects after a minute. */
export const whenUsable = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const late = () => new Error('The queue never became usable.');
    return Promise.race([
      window.pageMeter.usable,
      new Promise((_, reject) => setTimeout(() => reject(late()), 60_000)),
    ]);
  });

/** Presses a key; resolves with the milliseconds until the wanted state has been painted. */
export async function pressUntil(page: Page, key: string, wanted: Wanted): Promise<number> {
  await page.evaluate((asked) => window.pageMeter.arm(asked), wanted);
  await page.keyboard.press(key);
  return page.evaluate(() => window.pageMeter.painted);
}
