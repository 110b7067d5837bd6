import type { DraftTurn, Episode } from './script.ts';

/** A message with its time in Unix seconds. */
export interface Said {
  /** Key of a staff member, or `visitor`. */
  by: string;
  at: number;
  text: string;
}

/** A draft with its timestamps in Unix seconds. */
export interface Drafted extends Pick<DraftTurn, 'status' | 'text' | 'comment' | 'original'> {
  by: string;
  at: number;
  verdict: { by: string; at: number } | null;
  readAt: number | null;
}

/** Chooses people where the demo texts name none. */
export interface Cast {
  /** Sends messages that need no review. */
  desk: string;
  author: () => string;
  reviewer: (author: string) => string;
}

export interface Stage {
  cast: Cast;
  nowUnix: number;
  random: () => number;
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1 };
const FRESH = 4 * 3_600;
const RECENT = 12 * 86_400;

/** Messages and drafts of an episode, oldest first. */
export interface Played {
  said: Said[];
  drafted: Drafted[];
}

/** Assigns a time to every turn, backwards from the episode's end. An approved draft also becomes a message. */
export function playEpisode({ ended, turns }: Episode, stage: Stage): Played {
  const { cast, nowUnix } = stage;
  const said: Said[] = [];
  const drafted: Drafted[] = [];
  const seconds = (least: number, most: number) => Math.round(least + stage.random() * (most - least));
  let at = nowUnix - readDuration(ended);
  /** Author of the following draft, who also wrote the rejected one before it. */
  let reviser: string | undefined;
  for (const turn of turns.toReversed()) {
    if (turn.kind === 'message') {
      said.push({ by: turn.by === 'desk' ? cast.desk : turn.by, at, text: turn.text });
      at -= turn.by === 'visitor' ? seconds(45, 600) : seconds(25, 200);
      reviser = undefined;
      continue;
    }
    const { status, text, comment, original } = turn;
    const by = turn.by ?? (status === 'rejected' ? reviser : undefined) ?? cast.author();
    const isResolved = status !== 'in_review';
    const verdict = isResolved ? { by: cast.reviewer(by), at } : null;
    if (status === 'approved') said.push({ by, at, text });
    if (isResolved) at -= seconds(60, 840);
    const readAt =
      verdict && (by === reviser ? verdict.at + seconds(10, 70) : findReadTime(verdict.at, stage, seconds));
    drafted.push({ by, at, status, text, comment, original, verdict, readAt });
    at -= seconds(80, 420);
    reviser = by;
  }
  return { said: said.reverse(), drafted: drafted.reverse() };
}

/** Authors have read most of the older verdicts, some of the newer ones and none from the last hours. */
function findReadTime(
  resolvedAt: number,
  { nowUnix, random }: Stage,
  seconds: (least: number, most: number) => number,
) {
  const age = nowUnix - resolvedAt;
  const isRead = age > FRESH && random() < (age < RECENT ? 0.45 : 0.95);
  return isRead ? Math.min(nowUnix, resolvedAt + seconds(40, 5_400)) : null;
}

function readDuration(text: string) {
  return text
    .split(' ')
    .reduce((sum, part) => sum + Number(part.slice(0, -1)) * (UNITS[part.slice(-1)] ?? Number.NaN), 0);
}
