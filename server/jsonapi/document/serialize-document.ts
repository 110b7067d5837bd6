import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { StoredRow } from '../column.ts';
import type { Page } from '../read/select-page.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { recordSerializer, type View } from './serialize-record.ts';

type Meta = Readonly<Record<string, unknown>>;

/** A document with one record, or null for an empty relationship. */
export function recordDocument(config: ResourceConfig, row: StoredRow | undefined, view: View) {
  return { data: row ? recordSerializer(config, view)(row) : null, ...includedMember(view) };
}

/** A document with several records. */
export function rowsDocument(config: ResourceConfig, rows: readonly StoredRow[], view: View, meta: Meta) {
  return { data: rows.map(recordSerializer(config, view)), ...includedMember(view), meta };
}

/** A document with one page of a list. `path` is the list's path, without origin and query. */
export function listDocument(config: ResourceConfig, page: Page, view: View, path: string, query: ListQuery) {
  const { number, size, count, isMinimum, hasNext } = page;
  const pageCount = Math.ceil(count / size);
  const link = (to: number) =>
    `${view.context.origin}${path}?${formatListQuery({ ...query, page: { number: to, size } })}`;
  return {
    ...rowsDocument(config, page.rows, view, {
      record_count: count,
      ...(isMinimum ? { record_count_is_minimum: true } : { page_count: pageCount }),
    }),
    links: {
      first: link(1),
      ...(!isMinimum && { last: link(Math.max(1, pageCount)) }),
      ...(number > 1 && { prev: link(number - 1) }),
      ...(hasNext && { next: link(number + 1) }),
    },
  };
}

function includedMember(view: View) {
  if (!view.included) return {};
  const included = [...view.included.records].flatMap(([config, rows]) =>
    [...rows.values()].map(recordSerializer(config, view)),
  );
  return { included };
}
