import { MEDIA_TYPE } from '#contract/document.ts';
import { resources } from '#contract/resources.ts';
import { type Rewrite, refuse, type TenantRequest } from '../exchange.ts';

const FILTER = /^filter\[(.+)\]$/;
/** Filters of a jsonapi-resources server without custom filters. */
const plainFilters = new Set(['id', 'name', 'kind', 'is_private', 'room_id']);

const filtersOf = ({ search, path }: TenantRequest) => {
  const isOfList = Object.keys(resources).some((type) => path === `/${type}`);
  return isOfList ? [...search.keys()].map((key) => FILTER.exec(key)?.[1]).filter((name) => name !== undefined) : [];
};

const refuseFilters = (names: RegExp, status: number, code: string): Rewrite => ({
  row: 'Filter refused or ignored',
  request: (request) => {
    const refused = filtersOf(request).find((name) => names.test(name));
    return refused === undefined ? request : refuse(status, code, 'Filter not allowed', `${refused} is not allowed.`);
  },
});

const typed = (contentType: string): Rewrite => ({
  row: 'Response type',
  answer: (answer) =>
    answer.headers['content-type'] === MEDIA_TYPE
      ? { ...answer, headers: { ...answer.headers, 'content-type': contentType } }
      : answer,
});

/** Forms of filters and media types. */
export const transportForms = {
  'text search is refused: 400': refuseFilters(/_like$/, 400, '102'),
  'text search is refused: 403': refuseFilters(/_like$/, 403, '403'),
  'status filters are refused: 400': refuseFilters(/^(in_review|approved|rejected|resolved|read)$/, 400, '102'),
  'filters are ignored': {
    row: 'Filter refused or ignored',
    request: (request) => {
      const search = new URLSearchParams(request.search);
      for (const name of filtersOf(request)) if (!plainFilters.has(name)) search.delete(`filter[${name}]`);
      return { ...request, search };
    },
  },
  'answers with a charset': typed(`${MEDIA_TYPE}; charset=utf-8`),
  'answers as plain JSON': typed('application/json'),
  'a charset is refused': {
    row: 'Request type',
    request: (request) =>
      request.body !== undefined && request.headers['content-type'] !== MEDIA_TYPE
        ? refuse(415, '415', 'Unsupported media type', `Only ${MEDIA_TYPE} is taken.`)
        : request,
  },
} satisfies Record<string, Rewrite>;
