import type { ListBase } from '#src/crud/read-list-query.ts';

/** Includes the room, for its name. */
export const withRoom = { include: ['room'] } satisfies ListBase;
