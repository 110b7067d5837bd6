import { ROOM_KIND } from '../resources/insert-room.ts';
import {
  type EpisodeContext,
  type ScheduledDraft,
  type ScheduledEpisode,
  type ScheduledMessage,
  scheduleEpisode,
} from './schedule-episode.ts';
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
  messages: ScheduledMessage[];
  drafts: ScheduledDraft[];
  awaitingSince: number | null;
  /** How often `awaiting_support` changed. */
  awaitingChanges: number;
  random: () => number;
}

const EMPTY_ROOM_AGE = 2 * 86_400;

export function planSupportRoom(room: SupportRoom, client: string, context: EpisodeContext): RoomPlan {
  const episodes = room.episodes.map((episode) => scheduleEpisode(episode, context));
  const { since, changes } = findAwaitingSince(episodes, room.isSettled === true);
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
    awaitingChanges: changes,
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
    awaitingChanges: 0,
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
 * A visitor's message starts waiting, any staff message ends it. If a visitor has the last word of an episode, staff
 * ended it by hand; in the newest episode only if the room is settled.
 */
function findAwaitingSince(episodes: readonly ScheduledEpisode[], isSettled: boolean) {
  let since: number | null = null;
  let changes = 0;
  const setSince = (next: number | null) => {
    if ((next === null) === (since === null)) return;
    since = next;
    changes += 1;
  };
  for (const [index, { messages }] of episodes.entries()) {
    for (const { by, at } of messages) setSince(by === 'visitor' ? at : null);
    if (isSettled || index < episodes.length - 1) setSince(null);
  }
  return { since, changes };
}
