import { PAGE_SIZE } from '#contract/list-query.ts';
import type { Resource } from '#contract/resource.ts';
import type { ListPage } from './list-page.ts';

/** Everything read of a list, each record once, with the count that its last page has. */
export interface PagesRead<R extends Resource> extends ListPage<R> {
  /** The last page, as received. */
  page: ListPage<R>;
  /** No further page is read. */
  isOver: boolean;
  /** Reading stopped before the list's end. */
  isCut: boolean;
}

/**
 * Reads a list page by page, up to `maxPages` or `maxRows`; yields everything read so far after each page. Once the
 * first page has the total, `atOnce` pages are requested together. Throws as `readPage` does.
 */
export async function* readAllPages<R extends Resource>(
  readPage: (page: { number: number; size: number }) => Promise<ListPage<R>>,
  { maxPages = Number.POSITIVE_INFINITY, maxRows = Number.POSITIVE_INFINITY, atOnce = 1 } = {},
): AsyncGenerator<PagesRead<R>> {
  const requested: Promise<ListPage<R>>[] = [];
  let read: ListPage<R> = nothingRead;
  try {
    for (let number = 1; ; number++) {
      const page = await (requested.shift() ?? readPage({ number, size: PAGE_SIZE.most }));
      const before = read.rows.length;
      read = appendPage(read, page);
      const hasNew = read.rows.length > before;
      // A server that ignores the page number would send the same page forever.
      const isOver = !page.hasNext || !hasNew || number === maxPages || read.rows.length >= maxRows;
      const mayGoOn = page.hasNext || (!hasNew && page.rows.length > 0);
      const isCut = isOver && mayGoOn && (page.isTotalMinimum || read.rows.length !== page.total);
      yield { ...read, page, isOver, isCut };
      if (isOver) return;
      const pages = Math.ceil((page.total ?? 0) / PAGE_SIZE.most);
      while (requested.length < atOnce && number + requested.length < pages) {
        const request = readPage({ number: number + requested.length + 1, size: PAGE_SIZE.most });
        // Prevents an unhandled rejection: the error is thrown when the page is awaited.
        request.catch(() => undefined);
        requested.push(request);
      }
    }
  } finally {
    await Promise.allSettled(requested);
  }
}

/** As `readAllPages`; resolves with everything once reading is over. */
export async function collectPages<R extends Resource>(
  ...given: Parameters<typeof readAllPages<R>>
): Promise<PagesRead<R>> {
  let all: PagesRead<R> = { ...nothingRead, page: nothingRead, isOver: false, isCut: false };
  for await (const read of readAllPages(...given)) all = read;
  return all;
}

/** A list before its first page is read. */
export const nothingRead = { rows: [], included: {}, total: undefined, isTotalMinimum: false, hasNext: false };

/** Adds a page to what was read before it. Rows that shift between pages are repeated there: the first is kept. */
export function appendPage<R extends Resource>(
  { rows, included }: Pick<ListPage<R>, 'rows' | 'included'>,
  page: ListPage<R>,
): ListPage<R> {
  const known = new Set(rows.map(({ id }) => id));
  const unseen = page.rows.filter(({ id }) => !known.has(id));
  return { ...page, rows: [...rows, ...unseen], included: { ...included, ...page.included } };
}
