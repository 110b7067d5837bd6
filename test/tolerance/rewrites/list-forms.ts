import { asRecord } from '#src/lib/json.ts';
import { type Json, onList, type Rewrite, without } from '../exchange.ts';

const metaOf = (document: Json) => asRecord(document.meta) ?? {};
const linksOf = (document: Json) => asRecord(document.links) ?? {};

/** Sets a value at a dotted path and keeps all other members. */
const placed = (object: Json, path: string, value: unknown): Json => {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...object, [name]: value };
  return { ...object, [name]: placed(asRecord(object[name]) ?? {}, rest.join('.'), value) };
};

const countUnder = (path: string): Rewrite => ({
  row: 'Total count',
  answer: onList((document) => {
    const { record_count, ...meta } = metaOf(document);
    return { ...document, meta: placed(meta, path, record_count) };
  }),
});

const pagesUnder = (path: string): Rewrite => ({
  row: 'Page count',
  answer: onList((document) => {
    const { page_count, ...meta } = metaOf(document);
    return { ...document, meta: placed(meta, path, page_count) };
  }),
});

const links = (change: (links: Json, document: Json) => unknown): Rewrite => ({
  row: 'Pagination links',
  answer: onList((document) => ({ ...document, links: change(linksOf(document), document) })),
});

/** Rewrites each link's URL. */
const eachLink = (change: (url: URL) => string) =>
  links((all) => Object.fromEntries(Object.entries(all).map(([name, link]) => [name, change(new URL(String(link)))])));

const inOffsets = (url: URL) => {
  const size = Number(url.searchParams.get('page[size]') ?? 25);
  const number = Number(url.searchParams.get('page[number]') ?? 1);
  return `${url.origin}${url.pathname}?page[offset]=${(number - 1) * size}&page[limit]=${size}`;
};

/** Forms of counts, pages, links and the list itself. */
export const listForms = {
  'no total': {
    row: 'Total count',
    answer: onList((document) => ({ ...document, meta: without(metaOf(document), 'record_count') })),
  },
  'total as item_count': countUnder('item_count'),
  'total as total': countUnder('total'),
  'total as count': countUnder('count'),
  'total as total_count': countUnder('total_count'),
  'total as totalItems': countUnder('totalItems'),
  'total as totalResourceCount': countUnder('totalResourceCount'),
  'total as page.total': countUnder('page.total'),
  'total as pagination.count': countUnder('pagination.count'),
  'total as pagination.records': countUnder('pagination.records'),
  'total as stats.total.count': countUnder('stats.total.count'),
  'total as a string': {
    row: 'Total count',
    answer: onList((document) => {
      const meta = metaOf(document);
      return { ...document, meta: { ...meta, record_count: String(meta.record_count) } };
    }),
  },
  'no page count': {
    row: 'Page count',
    answer: onList((document) => ({ ...document, meta: without(metaOf(document), 'page_count') })),
  },
  'pages as page.lastPage': pagesUnder('page.lastPage'),
  'pages as pagination.pages': pagesUnder('pagination.pages'),
  'no links': { row: 'Pagination links', answer: onList((document) => without(document, 'links')) },
  'only a next link': links(({ next }) => (next === undefined ? {} : { next })),
  'previous instead of prev': links(({ prev, ...others }) => ({ ...others, previous: prev ?? null })),
  'links are null': links(() => null),
  'relative links': eachLink((url) => url.pathname + url.search),
  'raw brackets': eachLink((url) => decodeURIComponent(url.href)),
  'offset links': eachLink(inOffsets),
  'nonsense links': links(() => ({ first: 7, last: 'http://[', next: 'https://elsewhere.example/?page[number]=x' })),
  'links as objects': {
    row: 'Link value',
    answer: onList((document) => {
      const entries = Object.entries(linksOf(document)).map(([name, href]) => [name, { href, meta: {} }]);
      return { ...document, links: Object.fromEntries(entries) };
    }),
  },
  'missing links are null': {
    row: 'Link value',
    answer: onList((document) => ({ ...document, links: { prev: null, next: null, ...linksOf(document) } })),
  },
  'empty list without data': { row: '`data` of a list', answer: onEmpty((document) => without(document, 'data')) },
  'empty list is null': { row: '`data` of a list', answer: onEmpty((document) => ({ ...document, data: null })) },
  'list of one is an object': {
    row: '`data` of a list',
    answer: onList((document) => {
      const [first, ...others] = document.data as unknown[]; // It is a list.
      return first && others.length === 0 ? { ...document, data: first } : document;
    }),
  },
  'warns of omitted fields': {
    row: 'meta.warnings',
    answer: onList((document) => {
      const warnings = [
        { title: 'Param not allowed', detail: 'Old fields were left out.', code: '105', status: '400' },
      ];
      return { ...document, meta: { ...metaOf(document), warnings } };
    }),
  },
} satisfies Record<string, Rewrite>;

function onEmpty(change: (document: Json) => Json) {
  return onList((document) => ((document.data as unknown[]).length === 0 ? change(document) : document)); // It is a list.
}
