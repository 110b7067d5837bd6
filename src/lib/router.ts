import {
  createBrowserRouter,
  createHashRouter,
  type Location,
  type NavigateOptions,
  type RouteObject,
  type To,
} from 'react-router';
import { basename, isBehindHash, ownPathname } from './place.ts';
import { tolerantWindow } from './tolerant-window.ts';

type Router = ReturnType<typeof createBrowserRouter>;

let router: Router | undefined;

/** Creates the router of the dashboard at the open address; one that was created before stops. */
export function startRouter(routes: RouteObject[]): Router {
  router?.dispose();
  const options = { window: tolerantWindow(window) };
  router = isBehindHash ? createHashRouter(routes, options) : createBrowserRouter(routes, { ...options, basename });
  return router;
}

/** Resolves when the code and the data of the first page are there. */
export function firstPage(started: Router): Promise<void> {
  return new Promise((resolve) => {
    if (started.state.initialized) return resolve();
    const stop = started.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/**
 * Goes to a path, to another query of the open path, or some entries back or forth. For callers that are no components,
 * and those that should not render with each address; resolves when the page is there or another is asked for.
 */
export function navigate(to: To | number, options?: NavigateOptions): Promise<void> {
  return typeof to === 'number' ? current().navigate(to) : current().navigate(to, options);
}

/** The address of the page that is shown, for event handlers; components use `useLocation`. */
export function currentLocation(): Location {
  const { location } = current().state;
  return { ...location, pathname: ownPathname(location.pathname) };
}

/** How the page that is shown was reached. */
export const lastAction = (): 'POP' | 'PUSH' | 'REPLACE' => current().state.historyAction;

/** Whether the page that is shown has this loader. While the router is being created no page is shown yet. */
export const isShown = (loader: unknown): boolean =>
  router?.state.matches.some(({ route }) => route.loader === loader) ?? false;

/** Loads and renders the open page again; error boundaries reset with the new location, not with `revalidate`. */
export function retry(): Promise<void> {
  const { pathname, search, hash, state } = currentLocation();
  return navigate(pathname + search + hash, { replace: true, state });
}

/** The query to change: of the page that is shown, or the one that is about to be. */
export function latestSearch(): string {
  const { location, navigation } = current().state;
  return navigation.location?.pathname === location.pathname ? navigation.location.search : location.search;
}

/** Changes the query as it is now or about to be; `useSearchParams` would start from that of the last render. */
export function changeSearch(change: (params: URLSearchParams) => void, options?: NavigateOptions): void {
  const params = new URLSearchParams(latestSearch());
  change(params);
  void navigate({ search: `?${params}` }, options);
}

function current(): Router {
  if (!router) throw new Error('startRouter has not been called');
  return router;
}
