import type { HistoryEntry } from '#src/api/list-page.ts';

/** A visitor who writes again after so many seconds has come back. */
const PAUSE_SECONDS = 6 * 3600;

/**
 * When each visit of a conversation began, in Unix seconds, judged by the visitor's messages, oldest first. Empty if the
 * authors or times of the messages are not known.
 */
export function visitStarts(entries: readonly HistoryEntry[]): number[] {
  const starts: number[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const { author, atUnix } of entries) {
    if (author?.isVisitor !== true || atUnix === undefined) continue;
    if (atUnix - lastAt > PAUSE_SECONDS) starts.push(atUnix);
    lastAt = atUnix;
  }
  return starts;
}
