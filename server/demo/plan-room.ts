import { ROOM_KIND } from '../resources/insert-room.ts';
import {
  type EpisodeContext,
  type ScheduledDraft,
  type ScheduledEpisode,
  type ScheduledMessage,
  scheduleEpisode,
} from './schedule-episode.ts';
import type { StaffRoom, SupportRoom } from './script.ts';

export interface Wait {
  startedAt: number;
  endedAt: number;
}

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
  messages: ScheduledMessage[];
  drafts: ScheduledDraft[];
  awaitingSince: number | null;
  /** Ended waits, oldest first. */
  waits: Wait[];
  random: () => number;
}

const EMPTY_ROOM_AGE = 2 * 86_400;
/** Time from a visitor's last message until staff end the wait by hand. */
const SETTLING_SECONDS = 20 * 60;

export function planSupportRoom(room: SupportRoom, client: string, context: EpisodeContext): RoomPlan {
  const episodes = room.episodes.map((episode) => scheduleEpisode(episode, context));
  const { since, waits } = findWaits(episodes, room.isSettled === true, context.nowUnix);
  const settings = { client, language: room.language, page_url: room.page };
  return {
    ...plan(room, context, episodes),
    kind: ROOM_KIND.support,
    isPrivate: room.isPrivate === true,
    isExternal: room.channel !== undefined,
    settings: room.channel ? { ...settings, channel: room.channel } : settings,
    staff: room.staff,
    visitor: room.visitor,
    drafts: episodes.flatMap(({ drafts }) => drafts),
    awaitingSince: since,
    waits,
  };
}

export function planStaffRoom(room: StaffRoom, context: EpisodeContext): RoomPlan {
  const isDirect = room.name === null;
  const episodes = room.episodes.map((episode) => scheduleEpisode(episode, context));
  return {
    ...plan(room, context, episodes),
    kind: isDirect ? ROOM_KIND.direct : ROOM_KIND.group,
    isPrivate: isDirect || room.isPrivate === true,
    isExternal: false,
    settings: {},
    staff: room.people,
    visitor: null,
    drafts: [],
    awaitingSince: null,
    waits: [],
  };
}

function plan(
  room: SupportRoom | StaffRoom,
  { nowUnix, random }: EpisodeContext,
  episodes: readonly ScheduledEpisode[],
) {
  const messages = episodes.flatMap((episode) => episode.messages);
  const first = messages[0]?.at ?? nowUnix - EMPTY_ROOM_AGE;
  return {
    name: room.name,
    description: room.description ?? null,
    isEnabled: room.isClosed !== true,
    createdAt: first - 5 - Math.floor(random() * 50),
    messages,
    random,
  };
}

/**
 * A visitor's message starts a wait, and any staff message ends it. If an episode ends with a visitor's message, staff
 * ended the wait by hand; in the newest episode only if the room is settled.
 */
function findWaits(episodes: readonly ScheduledEpisode[], isSettled: boolean, nowUnix: number) {
  let since: number | null = null;
  const waits: Wait[] = [];
  const end = (endedAt: number) => {
    if (since !== null) waits.push({ startedAt: since, endedAt });
    since = null;
  };
  for (const [index, { messages }] of episodes.entries()) {
    for (const { by, at } of messages) {
      if (by === 'visitor') since ??= at;
      else end(at);
    }
    const next = episodes[index + 1]?.messages[0]?.at ?? nowUnix;
    if (isSettled || index < episodes.length - 1) end(Math.min((messages.at(-1)?.at ?? next) + SETTLING_SECONDS, next));
  }
  return { since, waits };
}
