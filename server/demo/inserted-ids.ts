/** User ids by the keys of staff and the names of visitors. */
export type UserIds = ReadonlyMap<string, number>;

/** Ids of new rows in the order of writing: they only rise, while `returning` promises no order. */
export const insertedIds = (rows: readonly { id: number }[]) =>
  rows.map(({ id }) => id).sort((one, other) => one - other);
