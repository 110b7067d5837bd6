/** The value if it is an object and no array, else undefined. */
export function asRecord(value: unknown): Record<string, unknown> | undefined {
  // Any object that is no array can be read by key.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

export const isRecord = (value: unknown): value is Record<string, unknown> => asRecord(value) !== undefined;
export const isText = (value: unknown): value is string => typeof value === 'string';

/** Parsed JSON; undefined if invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A JSON value as short text: a string as it is, anything else serialised. */
export const jsonText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
