import type { Page } from '@playwright/test';

/** What of a page a key can change, as far as it is measured. */
export interface Shown {
  /** Rows of the list, and the id of its first one. */
  rows: number;
  first: string;
  /** Id of the row that is marked, and the text of the draft that is shown beside the list. */
  chosen: string;
  text: string;
  /** Whether the cursor stands in the form that changes the draft. */
  isEditing: boolean;
}

/** What has to be there: members that are other than before, and such as are to have a value. */
export interface Wanted {
  changed: (keyof Shown)[];
  values?: Partial<Shown>;
}

interface Noted {
  /** Milliseconds since the navigation at which rows, and what approves one, had been painted. */
  usableMs: number | undefined;
  lcpMs: number;
  longTasks: number[];
  events: number[];
}

interface PageMeter extends Noted {
  usable: Promise<unknown>;
  read: () => Shown;
  /** Waits for a key, and then for what it leads to. */
  arm: (wanted: Wanted) => void;
  /** Milliseconds from the key to the paint of what was wanted. */
  painted: Promise<number>;
}

declare global {
  interface Window {
    whenPainted: (isThere: () => boolean, tell: (at: number) => void) => void;
    pageMeter: PageMeter;
  }
}

/** Has a page note what it shows, and when. To be called before it is opened. */
export async function addPageMeter(page: Page): Promise<void> {
  await page.addInitScript(watchPaints);
  await page.addInitScript(pageMeter);
  await page.addInitScript(noteTimings);
}

/** Runs in the page first: looks with every change of the document, and tells when what it saw has been painted. */
function watchPaints() {
  window.whenPainted = (isThere, tell) => {
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        // The first task after the frame that is being made has been painted.
        void scheduler.postTask(() => tell(performance.now()), { priority: 'user-blocking' });
      });
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  };
}

/** Runs in the page, before anything of its own. */
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
        // Of a long list only the rows near sight are there, which say how many there are.
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

/** Runs in the page as well. */
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

/** Resolves when the queue can be used. Rejects where that takes a minute. */
export const whenUsable = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const late = () => new Error('The queue never became usable.');
    return Promise.race([
      window.pageMeter.usable,
      new Promise((_, reject) => setTimeout(() => reject(late()), 60_000)),
    ]);
  });

/** Presses a key and resolves with the milliseconds until what it leads to had been painted. */
export async function pressUntil(page: Page, key: string, wanted: Wanted): Promise<number> {
  await page.evaluate((asked) => window.pageMeter.arm(asked), wanted);
  await page.keyboard.press(key);
  return page.evaluate(() => window.pageMeter.painted);
}
