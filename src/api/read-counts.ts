import { asRecord } from '#src/lib/json.ts';

/** Document members that are numbers at some tenants but count nothing. */
const NO_COUNTS = ['id', 'jsonapi', 'links', 'status', 'type'];

/** All numbers in a document keyed by name, and those of `{kind, count}` lists keyed by kind. */
export function readCounts(body: unknown): Record<string, number> {
  if (Array.isArray(body)) return Object.assign({}, ...body.map(readCounts));
  const record = asRecord(body);
  if (!record) return {};
  const counted = readCount(record.count);
  if (typeof record.kind === 'string' && counted !== undefined) return { [record.kind]: counted };
  const counts: Record<string, number> = {};
  for (const [name, value] of Object.entries(record)) {
    if (NO_COUNTS.includes(name)) continue;
    const count = readCount(value);
    if (count === undefined) Object.assign(counts, readCounts(value));
    else counts[name] = count;
  }
  return counts;
}

function readCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
