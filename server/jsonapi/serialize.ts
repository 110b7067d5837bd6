import { formatListQuery, type ListQuery } from '#contract/list-query.ts';
import type { Stored } from './column.ts';
import type { Page } from './select-page.ts';
import type { Served } from './served.ts';
import { recordWriter, type View } from './write-record.ts';

type Meta = Readonly<Record<string, unknown>>;

/** A document with one record, or null for an empty relationship. */
export function recordDocument(served: Served, row: Stored | undefined, view: View) {
  return { data: row ? recordWriter(served, view)(row) : null, ...includedMember(view) };
}

/** A document with several records. */
export function rowsDocument(served: Served, rows: readonly Stored[], view: View, meta: Meta) {
  return { data: rows.map(recordWriter(served, view)), ...includedMember(view), meta };
}

/** A document with one page of a list. `path` is the list's path, without origin and query. */
export function listDocument(served: Served, page: Page, view: View, path: string, query: ListQuery) {
  const { number, size, count, isMinimum, hasNext } = page;
  const pageCount = Math.ceil(count / size);
  const link = (to: number) =>
    `${view.context.origin}${path}?${formatListQuery({ ...query, page: { number: to, size } })}`;
  return {
    ...rowsDocument(served, page.rows, view, {
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
  const included = [...view.included.records].flatMap(([served, rows]) =>
    [...rows.values()].map(recordWriter(served, view)),
  );
  return { included };
}
