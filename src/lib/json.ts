/** Whether the value is an object and no array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an object and no array, else undefined. */
export const asRecord = (value: unknown): Record<string, unknown> | undefined => (isRecord(value) ? value : undefined);

/** The value if it is an array, else an empty one. */
export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

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
