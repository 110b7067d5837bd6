import { heapBytes } from '../heap-bytes.ts';
import { type Desk, openDesk, type Seat, sitDown } from './desk.ts';
import { type Noted, pressAndWait, takeNotes } from './paint-meter.ts';
import { PAUSE_MS, type ReviewEffort, SLOWED } from './review-effort.ts';
import { reviewSection } from './review-section.ts';
import { scrollThrough } from './scroll.ts';

/** A twentieth of the seeded drafts is in review, and some of these are in rooms that the reviewer does not see. */
const SEEDED_PER_LISTED = 22;

/** Reviews drafts by key in Chromium on the real service; resolves with its section of the document. */
export async function measureReview(effort: ReviewEffort): Promise<string> {
  const desk = await openDesk((effort.rows + effort.kept + 3 * effort.decisions) * SEEDED_PER_LISTED);
  try {
    await proveMeter(desk);
    return reviewSection(effort, {
      plain: await walk(desk, 1, effort.decisions),
      slowed: await walk(desk, SLOWED, effort.decisions),
      heapMb: await growth(desk, effort.kept),
      scrolled: await scrollThrough(await sitDown(desk, '/review'), effort.rows),
    });
  } finally {
    await desk.close();
  }
}

/** Proves that the meter detects placeholders at all, by withholding a response. */
async function proveMeter(desk: Desk): Promise<void> {
  const seat = await sitDown(desk, '/review');
  await seat.page.route('**/history*', () => undefined);
  await seat.page.reload();
  await seat.page
    .waitForFunction(() => window.meter.waitingFrames > 0)
    .catch((cause) => {
      throw new Error('The meter has missed the placeholders of a page that waits.', { cause });
    });
  await seat.page.context().close();
}

async function walk(desk: Desk, slowdown: number, decisions: number): Promise<Noted> {
  const seat = await sitDown(desk, '/review');
  // Wait until the rest of the queue and the preloaded chunks have arrived.
  await decide(seat, 10);
  await seat.page.waitForLoadState('networkidle');
  await seat.cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await takeNotes(seat.page);
  await decide(seat, decisions);
  const noted = await takeNotes(seat.page);
  await seat.page.context().close();
  return noted;
}

/** Decides on `decisions` drafts by key, skipping the reviewer's own. */
async function decide({ page }: Seat, decisions: number): Promise<void> {
  for (let done = 0; done < decisions; ) {
    const isOpen = await page.evaluate(
      () => document.querySelector('[aria-label=Decision] [aria-keyshortcuts=a]') !== null,
    );
    await pressAndWait(page, isOpen ? 'a' : 'j');
    if (isOpen) done += 1;
    await page.waitForTimeout(PAUSE_MS);
  }
}

async function growth(desk: Desk, decisions: number): Promise<number> {
  const seat = await sitDown(desk, '/review');
  await decide(seat, 20);
  const before = await heapBytes(seat.cdp);
  await decide(seat, decisions);
  const after = await heapBytes(seat.cdp);
  await seat.page.context().close();
  return (after - before) / 2 ** 20;
}
