import type { ListBase } from '#src/list/read-list-query.ts';

/** Includes the room, for its name. */
export const withRoom = { include: ['room'] } satisfies ListBase;
