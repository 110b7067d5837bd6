/** A value that is an object and no array, as a record; else undefined. */
export function asRecord(value: unknown): Record<string, unknown> | undefined {
  // Checked just before: any object that is no array can be read by name.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

export const isRecord = (value: unknown): value is Record<string, unknown> => asRecord(value) !== undefined;
export const isText = (value: unknown): value is string => typeof value === 'string';

/** The value of a JSON text, or undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value of JSON in a few letters: a text as it is, anything else as it is written. */
export const jsonText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
