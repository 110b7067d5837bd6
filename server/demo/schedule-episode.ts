import type { DraftTurn, Episode } from './script.ts';

/** A message with its time in Unix seconds. */
export interface ScheduledMessage {
  /** Key of a staff member, or `visitor`. */
  by: string;
  at: number;
  text: string;
}

/** A draft with its timestamps in Unix seconds. */
export interface ScheduledDraft extends Pick<DraftTurn, 'status' | 'text' | 'comment' | 'original'> {
  by: string;
  at: number;
  verdict: { by: string; at: number } | null;
  readAt: number | null;
}

/** Chooses people where the demo texts name none. */
export interface StaffAssignment {
  /** Sends messages that need no review. */
  desk: string;
  author: () => string;
  reviewer: (author: string) => string;
}

export interface EpisodeContext {
  staff: StaffAssignment;
  nowUnix: number;
  random: () => number;
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1 };
const UNREAD_AGE = 4 * 3_600;
const RECENT_AGE = 12 * 86_400;

/** Messages and drafts of an episode, oldest first. */
export interface ScheduledEpisode {
  messages: ScheduledMessage[];
  drafts: ScheduledDraft[];
}

/** Assigns a time to every turn, backwards from the episode's end. An approved draft also becomes a message. */
export function scheduleEpisode({ ended, turns }: Episode, context: EpisodeContext): ScheduledEpisode {
  const { staff, nowUnix } = context;
  const messages: ScheduledMessage[] = [];
  const drafts: ScheduledDraft[] = [];
  const seconds = (least: number, most: number) => Math.round(least + context.random() * (most - least));
  let at = nowUnix - readDuration(ended);
  /** Author of the following draft, who also wrote the rejected one before it. */
  let reviser: string | undefined;
  for (const turn of turns.toReversed()) {
    if (turn.kind === 'message') {
      messages.push({ by: turn.by === 'desk' ? staff.desk : turn.by, at, text: turn.text });
      at -= turn.by === 'visitor' ? seconds(45, 600) : seconds(25, 200);
      reviser = undefined;
      continue;
    }
    const { status, text, comment, original } = turn;
    const by = turn.by ?? (status === 'rejected' ? reviser : undefined) ?? staff.author();
    const isResolved = status !== 'in_review';
    const verdict = isResolved ? { by: staff.reviewer(by), at } : null;
    if (status === 'approved') messages.push({ by, at, text });
    if (isResolved) at -= seconds(60, 840);
    const readAt =
      verdict && (by === reviser ? verdict.at + seconds(10, 70) : findReadTime(verdict.at, context, seconds));
    drafts.push({ by, at, status, text, comment, original, verdict, readAt });
    at -= seconds(80, 420);
    reviser = by;
  }
  return { messages: messages.reverse(), drafts: drafts.reverse() };
}

/** Authors have read most of the older verdicts, some of the newer ones and none from the last hours. */
function findReadTime(
  resolvedAt: number,
  { nowUnix, random }: EpisodeContext,
  seconds: (least: number, most: number) => number,
) {
  const age = nowUnix - resolvedAt;
  const isRead = age > UNREAD_AGE && random() < (age < RECENT_AGE ? 0.45 : 0.95);
  return isRead ? Math.min(nowUnix, resolvedAt + seconds(40, 5_400)) : null;
}

function readDuration(text: string) {
  return text
    .split(' ')
    .reduce((sum, part) => sum + Number(part.slice(0, -1)) * (UNITS[part.slice(-1)] ?? Number.NaN), 0);
}
