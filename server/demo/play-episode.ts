import type { DraftTurn, Episode } from './script.ts';

/** A message with its time in seconds since 1970. */
export interface Said {
  /** Key of a staff member, or `visitor`. */
  by: string;
  at: number;
  text: string;
}

/** A draft with the times of its life in seconds since 1970. */
export interface Drafted extends Pick<DraftTurn, 'status' | 'text' | 'comment' | 'original'> {
  by: string;
  at: number;
  verdict: { by: string; at: number } | null;
  readAt: number | null;
}

/** Who does what the texts leave open. */
export interface Cast {
  /** Sends what needs no review. */
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

/** What came of an episode, oldest first. */
export interface Played {
  said: Said[];
  drafted: Drafted[];
}

/** Gives every turn of an episode a time, back from its end; an approved draft is also said. */
export function playEpisode({ ended, turns }: Episode, stage: Stage): Played {
  const { cast, nowUnix } = stage;
  const said: Said[] = [];
  const drafted: Drafted[] = [];
  const seconds = (least: number, most: number) => Math.round(least + stage.random() * (most - least));
  let at = nowUnix - readDuration(ended);
  /** Who wrote the draft that comes next; a rejected one was by the same. */
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

/** Authors have read most of the older verdicts, some of the newer ones and none of the last hours. */
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
