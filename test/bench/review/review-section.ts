import { quantile } from '../quantile.ts';
import { type Goal, goalTable, table } from '../table.ts';
import type { Noted } from './paint-meter.ts';
import { PAUSE_MS, type ReviewEffort, SLOWED } from './review-effort.ts';
import type { Scrolled } from './scroll.ts';

const MOST = { plainMs: 50, slowedMs: 200, taskMs: 100, heapMb: 30 };

export interface ReviewResult {
  plain: Noted;
  slowed: Noted;
  /** Heap growth in megabytes. */
  heapMb: number;
  scrolled: Scrolled;
}

/** The review desk's section of the document, in Markdown. */
export function reviewSection(effort: ReviewEffort, result: ReviewResult): string {
  const walks: [string, Noted][] = [
    ['at full speed', result.plain],
    [`CPU ${SLOWED} × slowed`, result.slowed],
  ];
  return [
    '## The review desk',
    `${effort.decisions} drafts are approved with the key \`a\`, each ${PAUSE_MS} ms after the previous one has disappeared. Each approval can be undone for six seconds, so the outbox is never empty. Times are measured from the key press to the paint of the next draft, both its row and its text.`,
    goalTable(goals(effort, result)),
    table(
      ['', 'p50 ms', 'p95 ms', 'longest ms', 'tasks over 50 ms', 'longest task ms', 'frames'],
      walks.map(([name, { paints, longTasks, frames }]) => [
        name,
        ...[0.5, 0.95, 1].map((share) => quantile(paints, share).toFixed(0)),
        String(longTasks.length),
        Math.max(0, ...longTasks).toFixed(0),
        String(frames),
      ]),
    ),
  ].join('\n\n');
}

function goals(effort: ReviewEffort, { plain, slowed, heapMb, scrolled }: ReviewResult): Goal[] {
  const [plainMs, slowedMs] = [plain, slowed].map(({ paints }) => quantile(paints, 0.95));
  const taskMs = Math.max(0, ...slowed.longTasks);
  const waiting = plain.waitingFrames + slowed.waitingFrames;
  const rows = (count: number) => count.toLocaleString('en');
  const isWhole = scrolled.gaps === 0 && scrolled.rows >= effort.rows;
  const found: [string, string, boolean][] = [
    [`p95 under ${MOST.plainMs} ms`, `${plainMs?.toFixed(0)} ms`, isBelow(plainMs, MOST.plainMs)],
    [`p95 under ${MOST.slowedMs} ms, slowed`, `${slowedMs?.toFixed(0)} ms`, isBelow(slowedMs, MOST.slowedMs)],
    [`no task over ${MOST.taskMs} ms, slowed`, `the longest ${taskMs.toFixed(0)} ms`, taskMs <= MOST.taskMs],
    ['no frame with a placeholder or a spinner', `${waiting} frames`, waiting === 0],
    [
      `the heap grows by less than ${MOST.heapMb} MB after ${rows(effort.kept)} decisions`,
      `${heapMb.toFixed(1)} MB`,
      isBelow(heapMb, MOST.heapMb),
    ],
    [
      `${rows(effort.rows)} rows scroll without a missing row`,
      `${scrolled.gaps} of ${scrolled.frames} frames miss one of ${rows(scrolled.rows)}`,
      isWhole,
    ],
  ];
  return found.map(([goal, what, isMet]) => ({ goal, found: what, isMet }));
}

const isBelow = (found: number | undefined, most: number) => found !== undefined && found < most;
