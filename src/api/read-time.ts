const MILLISECONDS_FROM = 1e11;
/** Range limit of a JavaScript Date. */
const FARTHEST_MS = 8.64e15;

/** Whole Unix seconds from a number or digit string in seconds or milliseconds; undefined for anything else. */
export function readSeconds(value: unknown): number | undefined {
  const ms = readMilliseconds(value);
  return ms === undefined ? undefined : Math.floor(ms / 1000);
}

/**
 * ISO 8601 in UTC with milliseconds, from any date format tenants send; undefined if unparsable. A time without a zone
 * is read as UTC, as services store theirs.
 */
export function readMoment(value: unknown): string | undefined {
  const ms = readMilliseconds(value) ?? (typeof value === 'string' ? readWrittenTime(value) : undefined);
  const date = new Date(ms ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function readMilliseconds(value: unknown): number | undefined {
  const isDigits = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim());
  const number = typeof value === 'number' || isDigits ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) return undefined;
  const ms = Math.abs(number) > MILLISECONDS_FROM ? number : number * 1000;
  return Math.abs(ms) > FARTHEST_MS ? undefined : ms;
}

const WRITTEN = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(UTC|GMT|Z|[+-]\d\d:?\d\d)?)?$/i;

function readWrittenTime(text: string): number | undefined {
  const [, day, time = '00:00', zone = 'Z'] = WRITTEN.exec(text.trim()) ?? [];
  if (!day) return undefined;
  const offset = /^[+-]/.test(zone) ? zone.replace(/(\d\d):?(\d\d)$/, '$1:$2') : 'Z';
  return Date.parse(`${day}T${time}${offset}`);
}
