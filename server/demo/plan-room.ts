import { KIND } from '../resources/new-room.ts';
import { type Drafted, type Played, playEpisode, type Said, type Stage } from './play-episode.ts';
import type { StaffRoom, SupportRoom } from './script.ts';

/** A room with its history. People are referenced by key; times are Unix seconds. */
export interface RoomPlan {
  name: string | null;
  description: string | null;
  kind: number;
  isPrivate: boolean;
  isEnabled: boolean;
  isExternal: boolean;
  settings: Record<string, unknown>;
  createdAt: number;
  staff: readonly string[];
  visitor: string | null;
  said: Said[];
  drafted: Drafted[];
  awaitingSince: number | null;
  /** How often `awaiting_support` changed. */
  turnsOfWaiting: number;
  random: () => number;
}

const EMPTY_ROOM_AGE = 2 * 86_400;

export function planSupportRoom(room: SupportRoom, client: string, stage: Stage): RoomPlan {
  const played = room.episodes.map((episode) => playEpisode(episode, stage));
  const { since, turns } = followWaiting(played, room.isSettled === true);
  const settings = { client, language: room.language, page_url: room.page };
  return {
    ...plan(room, stage, played),
    kind: KIND.support,
    isPrivate: room.isPrivate === true,
    isExternal: room.channel !== undefined,
    settings: room.channel ? { ...settings, channel: room.channel } : settings,
    staff: room.staff,
    visitor: room.visitor,
    drafted: played.flatMap(({ drafted }) => drafted),
    awaitingSince: since,
    turnsOfWaiting: turns,
  };
}

export function planStaffRoom(room: StaffRoom, stage: Stage): RoomPlan {
  const isDirect = room.name === null;
  const played = room.episodes.map((episode) => playEpisode(episode, stage));
  return {
    ...plan(room, stage, played),
    kind: isDirect ? KIND.direct : KIND.group,
    isPrivate: isDirect || room.isPrivate === true,
    isExternal: false,
    settings: {},
    staff: room.people,
    visitor: null,
    drafted: [],
    awaitingSince: null,
    turnsOfWaiting: 0,
  };
}

function plan(room: SupportRoom | StaffRoom, { nowUnix, random }: Stage, played: readonly Played[]) {
  const said = played.flatMap((episode) => episode.said);
  const first = said[0]?.at ?? nowUnix - EMPTY_ROOM_AGE;
  return {
    name: room.name,
    description: room.description ?? null,
    isEnabled: room.isClosed !== true,
    createdAt: first - 5 - Math.floor(random() * 50),
    said,
    random,
  };
}

/**
 * A visitor's message starts waiting, any staff message ends it. If a visitor has the last word of an episode, staff
 * ended it by hand; in the newest episode only if the room is settled.
 */
function followWaiting(played: readonly Played[], isSettled: boolean) {
  let since: number | null = null;
  let turns = 0;
  const turnTo = (next: number | null) => {
    if ((next === null) === (since === null)) return;
    since = next;
    turns += 1;
  };
  for (const [index, { said }] of played.entries()) {
    for (const { by, at } of said) turnTo(by === 'visitor' ? at : null);
    if (isSettled || index < played.length - 1) turnTo(null);
  }
  return { since, turns };
}
