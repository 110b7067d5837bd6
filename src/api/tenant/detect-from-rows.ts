import { isYes, type ListQuery } from '#contract/list-query.ts';
import type { Filter, Resource, Row } from '#contract/resource.ts';
import { asRecord } from '#src/lib/json.ts';
import { filterCapability, isUnsupported, recordCapability } from '../capabilities.ts';
import { connection, isCurrent, onSwitch } from '../connection.ts';
import type { ListPage } from '../list-page.ts';
import type { ApiAnswer } from '../request.ts';
import { recordGlobalCapability } from './detect-capabilities.ts';
import { parseItems } from './parse-document.ts';
import { listEndpoint, partKey } from './supported-query.ts';
import { spellings } from './wire-format.ts';

export const IGNORED = '200 with records that do not match';
const LEFT_OUT = '200 with records that lack fields';

/** Ids of the records that last mismatched a filter, by its capability. */
const suspects = new Map<string, Set<string>>();
onSwitch(() => suspects.clear());

/**
 * Call before requesting a list. Returns a function that detects capabilities from the answer: counts, `meta.can`,
 * ignored filters, and requested fields that are missing because the tenant spells them differently. That function
 * returns whether to request the list again: without the fields, or because a mismatching record may have changed in
 * the meantime. A filter counts as ignored only if the same record mismatches twice.
 */
export function detectFromRows<R extends Resource>(resource: R, { filter = {}, fields = {} }: Partial<ListQuery> = {}) {
  const from = connection.get();
  const required = (fields[resource.type] ?? []).filter((name) => resource.attributes[name]?.nullable === false);
  const part = partKey(listEndpoint(resource), { kind: 'fields', name: resource.type });
  // As of each request: a concurrent read may have recorded the fields as unsupported before the answer.
  let areSent = !isUnsupported(part);
  return ({ rows, total }: ListPage<R>, { body }: ApiAnswer): boolean => {
    if (rows.length === 0 || !isCurrent(from)) return false;
    recordGlobalCapability('counts', total !== undefined, from);
    if (resource.writes.length > 0) {
      recordGlobalCapability(
        'meta.can',
        rows.some((row) => row.meta.can !== undefined),
        from,
      );
    }
    const raw = parseItems(body).find((item) => asRecord(item)?.attributes !== undefined);
    let isDoubtful = areSent && required.some((name) => !isSent(raw, name));
    if (isDoubtful) recordCapability(part, 'ignored', LEFT_OUT);
    areSent = !isUnsupported(part);
    for (const { name, others } of findIgnoredFilters(resource, filter, rows, raw)) {
      const capability = filterCapability(resource.type, name);
      // Filters known to be unsupported were not sent.
      if (isUnsupported(capability)) continue;
      const suspected = suspects.get(capability);
      if (others.some(({ id }) => suspected?.has(id))) recordCapability(capability, 'ignored', IGNORED);
      else isDoubtful = true;
      suspects.set(capability, new Set(others.map(({ id }) => id)));
    }
    return isDoubtful;
  };
}

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Filters that the tenant seems to ignore, with the rows that do not match. `raw` is one row as received: attributes
 * that are not sent prove nothing.
 */
export function findIgnoredFilters<R extends Resource>(
  resource: R,
  filter: Readonly<Record<string, string>>,
  rows: readonly Row<R>[],
  raw: unknown,
): { name: string; others: readonly Row<R>[] }[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (name === 'current_user') return rows.length > 1 ? [{ name, others: rows }] : [];
    const known = resource.filters[name];
    const matches = known && matcher(resource, name, known, value, raw);
    if (!matches || rows.length === 0) return [];
    const others = rows.filter((row) => !matches(row));
    // A substring search may match more loosely than letter by letter; every other filter must hold for each row.
    const isIgnored = known.kind === 'contains' ? others.length > rows.length / 2 : others.length > 0;
    return isIgnored ? [{ name, others }] : [];
  });
}

/** Whether a record as received has the attribute. */
function isSent(raw: unknown, name: string): boolean {
  const attributes = asRecord(asRecord(raw)?.attributes) ?? {};
  return spellings(name).some((spelling) => spelling in attributes);
}

type Matches = (row: Readonly<Record<string, unknown>> & Pick<Row<Resource>, 'id' | 'one'>) => boolean;

/** Predicate for the filter; undefined if rows cannot show whether it was applied. */
function matcher(resource: Resource, name: string, filter: Filter, value: string, raw: unknown): Matches | undefined {
  const wanted = parseCsvCells(value);
  switch (filter.kind) {
    case 'id': {
      if (!filter.of) return (row) => wanted.includes(collationKey(row.id));
      const link = name.replace(/_id$/, '');
      if (!Object.hasOwn(resource.one, link)) return undefined;
      return ({ one }) => one[link] === undefined || wanted.includes(collationKey(one[link]?.id));
    }
    case 'equals': {
      const attribute = filter.attribute ?? '';
      if (!isSent(raw, attribute)) return undefined;
      const isYesNo = resource.attributes[attribute]?.kind === 'boolean';
      // A choice may be given by its number.
      if (!isYesNo && wanted.some((cell) => /^\d+$/.test(cell))) return undefined;
      return (row) => (isYesNo ? row[attribute] === isYes(value) : wanted.includes(collationKey(row[attribute])));
    }
    case 'contains': {
      const attribute = filter.attribute ?? '';
      const isWhole = name.endsWith(`${attribute}_like`) && isSent(raw, attribute);
      return isWhole ? (row) => wanted.some((cell) => collationKey(row[attribute]).includes(cell)) : undefined;
    }
    case 'flag': {
      const [status] = Object.entries(resource.attributes).find(([, { choices }]) => choices?.includes(name)) ?? [];
      if (!status || !isSent(raw, status) || !isYes(value)) return undefined;
      // An empty status counts as in review.
      return (row) => (row[status] || 'in_review') === name;
    }
    case 'unix':
      return momentMatcher(resource, name, Number(value), raw);
    default:
      return undefined;
  }
}

/** `from_x` and `to_x` filter by whole days in the tenant's time zone, so a day of slack is allowed. */
function momentMatcher(resource: Resource, name: string, moment: number, raw: unknown): Matches | undefined {
  const [, side, attribute] = /^(from|to)_(.+)$/.exec(name) ?? [];
  const unix = `${attribute}_unix`;
  if (!resource.attributes[unix] || !isSent(raw, unix)) return undefined;
  return (row) => {
    const at = Number(row[unix]);
    if (!at) return true;
    return side === 'from' ? at >= moment - DAY_SECONDS : at <= moment + DAY_SECONDS;
  };
}

/** Case- and accent-insensitive, like a database collation. */
export const collationKey = (text: unknown) =>
  String(text ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();

/** The values of a filter, which is one line of CSV. */
export const parseCsvCells = (value: string): string[] =>
  [...value.matchAll(/"((?:[^"]|"")*)"|([^,]+)/g)].map(([, quoted, plain = '']) =>
    collationKey(quoted?.replaceAll('""', '"') ?? plain.trim()),
  );
