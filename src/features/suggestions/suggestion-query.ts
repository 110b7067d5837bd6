import type { ListBase } from '#src/crud/read-list-query.ts';

/** A suggestion is read with its room, whose name is shown. */
export const withRoom = { include: ['room'] } satisfies ListBase;
