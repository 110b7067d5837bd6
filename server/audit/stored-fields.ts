import { hash } from 'node:crypto';

export type Fields = Readonly<Record<string, unknown>>;

/** Longer texts are stored as their beginning, length and hash. */
const MAX_TEXT = 2_000;

/** Leaves out `version`, which changes with every write, and `*_folded`, which repeats another column. */
const isOwn = (name: string) => name !== 'version' && !name.endsWith('_folded');

/** Returns the JSON of an event's fields, bounded in size. */
export function storedFields(fields: Fields): string {
  const own = Object.entries(fields).filter(([name]) => isOwn(name));
  return JSON.stringify(Object.fromEntries(own.map(([name, value]) => [name, bounded(value)])));
}

/** Returns the columns in which two rows differ; undefined if there are none. */
export function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } | undefined {
  const names = Object.keys(after).filter((name) => isOwn(name) && before[name] !== after[name]);
  if (names.length === 0) return undefined;
  const pick = (row: Fields) => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { before: pick(before), after: pick(after) };
}

function bounded(value: unknown) {
  if (typeof value !== 'string' || value.length <= MAX_TEXT) return value;
  // `toWellFormed`: the cut may fall within a surrogate pair.
  return { start: value.slice(0, MAX_TEXT).toWellFormed(), length: value.length, sha256: hash('sha256', value) };
}
