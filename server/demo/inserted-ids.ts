/** User ids by key for staff and by name for visitors. */
export type UserIds = ReadonlyMap<string, number>;

/** Returns the ids of inserted rows in insertion order: ids ascend, while `returning` guarantees no order. */
export const insertedIds = (rows: readonly { id: number }[]) =>
  rows.map(({ id }) => id).sort((one, other) => one - other);
