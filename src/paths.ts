import { formatListQuery, type ListQuery } from '#contract/list-query.ts';

type Query = Partial<ListQuery>;

/** Every address of the dashboard is built here; a list's query is in it as the interface spells it. */
export const paths = {
  connect: () => '/connect',
  review: (query?: Query) => withQuery('/review', query),
  draft: (id: string, query?: Query) => withQuery(`/review/${encodeURIComponent(id)}`, query),
  mine: (query?: Query) => withQuery('/mine', query),
  watch: () => '/watch',
  rooms: (query?: Query) => withQuery('/rooms', query),
  newRoom: () => '/rooms/new',
  room: (id: string) => `/rooms/${encodeURIComponent(id)}`,
  editRoom: (id: string) => `/rooms/${encodeURIComponent(id)}/edit`,
  clients: (query?: Query) => withQuery('/clients', query),
  newClient: () => '/clients/new',
  client: (id: string) => `/clients/${encodeURIComponent(id)}`,
  keywords: (query?: Query) => withQuery('/keywords', query),
  newKeyword: () => '/keywords/new',
  keyword: (id: string) => `/keywords/${encodeURIComponent(id)}`,
  suggestions: (query?: Query) => withQuery('/suggestions', query),
  newSuggestion: () => '/suggestions/new',
  suggestion: (id: string) => `/suggestions/${encodeURIComponent(id)}`,
  settings: () => '/settings',
};

function withQuery(path: string, query: Query | undefined): string {
  const search = query ? formatListQuery(query) : '';
  return search ? `${path}?${search}` : path;
}
