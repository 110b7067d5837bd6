import { type RouteObject, redirect } from 'react-router';
import { clients } from '#contract/clients.ts';
import { keywords } from '#contract/keywords.ts';
import { parseListQuery, quote } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { listRoute } from '#src/list/read-list-query.ts';
import { connection } from './api/connection.ts';
import { oneQuery } from './api/queries.ts';
import { queryClient } from './api/query-client.ts';
import { Layout, layoutLoader, revalidatesLayout } from './app/layout.tsx';
import { NotFoundPage, PageError } from './app/page-error.tsx';
import { conversationQuery } from './domain/conversation/conversation-query.ts';
import { ReviewPage } from './features/review/review-page.tsx';
import { draftQuery, queueQuery } from './features/review-queue/queue-query.ts';
import { readReviewAddress } from './features/review-queue/review-query.ts';
import { withRoom } from './features/suggestions/suggestion-query.ts';
import { idOf, recordRoute, routeData } from './page/route-data.ts';
import { paths } from './paths.ts';

// The data of a page is read here rather than in the page's module, so that data and code load in parallel.

export const reviewRoutes: RouteObject[] = [
  {
    path: '/review/:id?',
    ...routeData(
      ({ search, params }) => {
        const draft = params.id ? [queryClient.prefetchQuery(draftQuery(params.id))] : [];
        return Promise.all([queryClient.prefetchInfiniteQuery(queueQuery(readReviewAddress(search))), ...draft]);
      },
      // Keyed by the query string only, so that moving between drafts does not wait for the loader.
      ({ search }) => search,
    ),
    // Not lazy: most sessions start here, so the page is part of the initial load.
    Component: ReviewPage,
  },
];

// A separate loader for each page: with a shared one, navigating between them would count as staying.
const mineData = () =>
  routeData(
    async ({ search }) => (await import('./features/mine/mine-query.ts')).readMine(search),
    // Paging within a tab needs no loader: the page keeps showing the previous rows until the next ones are loaded.
    ({ search }) => search.replace(/[?&]page[^&]*/, ''),
  );

export const mineRoutes: RouteObject[] = [
  { path: '/mine/new', ...mineData(), lazy: () => import('./features/mine/new-draft.tsx') },
  { path: '/mine/:id?', ...mineData(), lazy: () => import('./features/mine/mine-page.tsx') },
];

const waitingData = () =>
  routeData(async () => {
    const { waitingRoomsQuery } = await import('./domain/waiting/waiting-rooms-query.ts');
    return queryClient.query(waitingRoomsQuery());
  });

export const watchRoutes: RouteObject[] = [
  { path: '/watch/:id?', ...waitingData(), lazy: () => import('./features/watch/watch-page.tsx') },
  { path: '/watch/wall', ...waitingData(), lazy: () => import('./features/wall/wall-page.tsx') },
];

export const roomListRoutes: RouteObject[] = [
  {
    path: '/rooms',
    ...routeData(async (visit) => (await import('./features/rooms/room-query.ts')).readRooms(visit)),
    lazy: () => import('./features/rooms/room-list.tsx'),
    children: [
      { path: '/rooms/new', lazy: () => import('./features/rooms/room-dialog.tsx') },
      {
        path: '/rooms/new/direct',
        lazy: async () => ({ Component: (await import('./features/rooms/new-staff-room.tsx')).NewDirectRoom }),
      },
      {
        path: '/rooms/new/group',
        lazy: async () => ({ Component: (await import('./features/rooms/new-staff-room.tsx')).NewGroupRoom }),
      },
    ],
  },
];

export const roomRoutes: RouteObject[] = [
  {
    path: '/rooms/:id',
    ...routeData(
      ({ params: { id = '' } }) =>
        Promise.all([queryClient.query(oneQuery(rooms, id)), queryClient.infiniteQuery(conversationQuery(id))]),
      idOf,
    ),
    lazy: () => import('./features/rooms/room-page.tsx'),
    children: [{ path: '/rooms/:id/edit', lazy: () => import('./features/rooms/room-dialog.tsx') }],
  },
];

export const clientRoutes: RouteObject[] = [
  { path: '/clients', ...listRoute(clients), lazy: () => import('./features/clients/client-list.tsx') },
  { path: '/clients/new', lazy: () => import('./features/clients/client-page.tsx') },
  { path: '/clients/:id', ...recordRoute(clients), lazy: () => import('./features/clients/client-page.tsx') },
];

const keywordData = routeData(async () => {
  const { allKeywordsQuery } = await import('./domain/keywords/all-keywords.ts');
  void queryClient.prefetchQuery(allKeywordsQuery());
});

export const keywordRoutes: RouteObject[] = [
  { path: '/keywords/bench', ...keywordData, lazy: () => import('./features/keyword-bench/bench-page.tsx') },
  {
    path: '/keywords',
    loader: (args) => savedSearch(new URL(args.request.url)) ?? keywordData.loader(args),
    shouldRevalidate: ({ nextUrl }) => savedSearch(nextUrl) !== undefined,
    lazy: () => import('./features/keywords/keyword-list.tsx'),
    children: [
      { path: '/keywords/new', lazy: () => import('./features/keywords/keyword-dialog.tsx') },
      { path: '/keywords/import', lazy: () => import('./features/keyword-import/import-dialog.tsx') },
      { path: '/keywords/:id', ...recordRoute(keywords), lazy: () => import('./features/keywords/keyword-dialog.tsx') },
    ],
  },
];

/** Redirects views that were saved when the search text was the parameter `q`. */
function savedSearch({ search, searchParams }: URL): Response | undefined {
  const text = searchParams.get('q');
  if (!text) return undefined;
  const { query } = parseListQuery(search);
  return redirect(paths.keywords({ ...query, filter: { ...query.filter, text: quote(text) } }));
}

export const suggestionRoutes: RouteObject[] = [
  {
    path: '/suggestions',
    ...listRoute(suggestions, withRoom),
    lazy: () => import('./features/suggestions/suggestion-list.tsx'),
    children: [
      { path: '/suggestions/new', lazy: () => import('./features/suggestions/suggestion-dialog.tsx') },
      {
        path: '/suggestions/:id',
        ...recordRoute(suggestions, withRoom.include),
        lazy: () => import('./features/suggestions/suggestion-dialog.tsx'),
      },
    ],
  },
];

export const settingsRoutes: RouteObject[] = [
  { path: '/connections', lazy: () => import('./features/connections/connections-page.tsx') },
  { path: '/settings', lazy: () => import('./features/settings/settings-page.tsx') },
  { path: paths.capabilities(), lazy: () => import('./features/settings/capabilities/capabilities-page.tsx') },
  { path: '/settings/offers', loader: () => redirect(paths.capabilities()) },
];

export const routes: RouteObject[] = [
  {
    ErrorBoundary: PageError,
    children: [{ path: '/connect', lazy: () => import('./features/connections/connect-page.tsx') }],
  },
  {
    Component: Layout,
    loader: layoutLoader,
    shouldRevalidate: revalidatesLayout,
    ErrorBoundary: PageError,
    children: [
      {
        ErrorBoundary: PageError,
        children: [
          { path: '/', loader: () => redirect(paths.home(connection.get()?.role)) },
          ...reviewRoutes,
          {
            // The styles of all other pages, in parallel with their code and data.
            lazy: async () => {
              await import('./pages.css');
              return {};
            },
            children: [
              ...mineRoutes,
              ...watchRoutes,
              ...roomListRoutes,
              ...roomRoutes,
              ...clientRoutes,
              ...keywordRoutes,
              ...suggestionRoutes,
              ...settingsRoutes,
            ],
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
];
