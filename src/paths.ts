import { formatListQuery, type ListQuery } from '#contract/list-query.ts';

type Query = Partial<ListQuery>;

/** Builds every path of the dashboard; a list's query is spelled as in the API. */
export const paths = {
  /** Start page of a role; Review if the role is unknown. */
  home: (role?: string) => HOMES[role ?? ''] ?? '/review',
  /** Sign in, then go to the given path. */
  connect: (then?: string) => (then ? `/connect?${new URLSearchParams({ then })}` : '/connect'),
  /** Sign in to a server that is not saved yet. */
  newConnection: () => '/connect?new',
  review: (query?: Query) => withQuery('/review', query),
  draft: (id: string, query?: Query) => withQuery(`/review/${encodeURIComponent(id)}`, query),
  mine: (query?: Query) => withQuery('/mine', query),
  mineDraft: (id: string, query?: Query) => withQuery(`/mine/${encodeURIComponent(id)}`, query),
  /** Without a room, the page asks for one first. */
  newDraft: (roomId?: string) => (roomId ? `/mine/new?${new URLSearchParams({ room: roomId })}` : '/mine/new'),
  watch: (query?: Query) => withQuery('/watch', query),
  watchedRoom: (id: string, query?: Query) => withQuery(`/watch/${encodeURIComponent(id)}`, query),
  wall: () => '/watch/wall',
  rooms: (query?: Query) => withQuery('/rooms', query),
  newRoom: () => '/rooms/new',
  newDirectRoom: () => '/rooms/new/direct',
  newGroupRoom: () => '/rooms/new/group',
  room: (id: string) => `/rooms/${encodeURIComponent(id)}`,
  editRoom: (id: string) => `/rooms/${encodeURIComponent(id)}/edit`,
  clients: (query?: Query) => withQuery('/clients', query),
  newClient: () => '/clients/new',
  client: (id: string) => `/clients/${encodeURIComponent(id)}`,
  keywords: (query?: Query) => withQuery('/keywords', query),
  newKeyword: () => '/keywords/new',
  importKeywords: () => '/keywords/import',
  keywordBench: () => '/keywords/bench',
  keyword: (id: string) => `/keywords/${encodeURIComponent(id)}`,
  suggestions: (query?: Query) => withQuery('/suggestions', query),
  newSuggestion: () => '/suggestions/new',
  suggestion: (id: string) => `/suggestions/${encodeURIComponent(id)}`,
  connections: () => '/connections',
  settings: () => '/settings',
  capabilities: () => '/settings/capabilities',
};

const HOMES: Readonly<Record<string, string>> = { agent: '/mine', supervisor: '/watch', admin: '/clients' };

function withQuery(path: string, query: Query | undefined): string {
  const search = query ? formatListQuery(query) : '';
  return search ? `${path}?${search}` : path;
}
