import type { Seat } from './desk.ts';

/** Observed while scrolling. */
export interface Scrolled {
  rows: number;
  frames: number;
  /** Frames in which a part of the list showed no row. */
  gaps: number;
}

/** 300 rows a second: ten rows per wheel event, thirty events a second, faster than any reader. */
const TURN_PX = 600;
const TURN_MS = 33;
const PLACES = [0.05, 0.25, 0.5, 0.75, 0.95];

interface Seen {
  seen: Omit<Scrolled, 'rows'>;
}

/** Loads at least `atLeast` rows by jumping to the list's end, then scrolls back through all of them by wheel. */
export async function scrollThrough({ page }: Seat, atLeast: number): Promise<Scrolled> {
  const list = page.getByRole('list', { name: 'Drafts' });
  const readRows = () =>
    list.evaluate((ul) => Number(ul.querySelector('[aria-setsize]')?.getAttribute('aria-setsize')));
  let rows = await readRows();
  while (rows < atLeast) {
    await list.evaluate((ul) => ul.parentElement?.scrollTo({ top: ul.scrollHeight }));
    const before = rows;
    await page.waitForFunction(
      (count) =>
        Number(document.querySelector('[aria-label=Drafts] [aria-setsize]')?.getAttribute('aria-setsize')) > count,
      before,
      { timeout: 30_000 },
    );
    rows = await readRows();
  }
  await list.hover();
  await page.evaluate(watchRows, PLACES);
  while ((await list.evaluate((ul) => ul.parentElement?.scrollTop ?? 0)) > 0) {
    await page.mouse.wheel(0, -TURN_PX);
    await page.waitForTimeout(TURN_MS);
  }
  const seen = await page.evaluate(() => (window as unknown as Seen).seen);
  return { rows, ...seen };
}

/** Runs in the page: samples several places of the list in each frame. */
function watchRows(places: readonly number[]) {
  const box = document.querySelector('ul[aria-label=Drafts]')?.parentElement;
  if (!box) throw new Error('There is no list.');
  const seen = { frames: 0, gaps: 0 };
  Object.assign(window, { seen });
  const { left, width, top, height } = box.getBoundingClientRect();
  const hasRow = (share: number) =>
    document.elementFromPoint(left + width / 2, top + height * share)?.closest('li[aria-posinset]');
  const onFrame = () => {
    seen.frames += 1;
    if (!places.every(hasRow)) seen.gaps += 1;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
}
