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

/** Creates the router at the current location; disposes of a previous one. */
export function startRouter(routes: RouteObject[]): Router {
  router?.dispose();
  const options = { window: tolerantWindow(window) };
  router = isBehindHash ? createHashRouter(routes, options) : createBrowserRouter(routes, { ...options, basename });
  return router;
}

/** Resolves when the code and data of the first page have loaded. */
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
 * Navigates to a path, to another query of the current path, or through the history. For code outside components, and
 * components that should not re-render on navigation. Resolves when the page is shown or superseded by another.
 */
export function navigate(to: To | number, options?: NavigateOptions): Promise<void> {
  return typeof to === 'number' ? current().navigate(to) : current().navigate(to, options);
}

/** The current location, for event handlers; components use `useLocation`. */
export function currentLocation(): Location {
  const { location } = current().state;
  return { ...location, pathname: ownPathname(location.pathname) };
}

/** History action that led to the current page. */
export const lastAction = (): 'POP' | 'PUSH' | 'REPLACE' => current().state.historyAction;

/** Whether the current page has this loader. False while the router is being created, as no page is shown yet. */
export const isShown = (loader: unknown): boolean =>
  router?.state.matches.some(({ route }) => route.loader === loader) ?? false;

/** Reloads the current page by navigating to it: error boundaries reset on navigation, not on `revalidate`. */
export function retry(): Promise<void> {
  const { pathname, search, hash, state } = currentLocation();
  return navigate(pathname + search + hash, { replace: true, state });
}

/** Query of the current page, or of a pending navigation on it: the base for changes. */
export function latestSearch(): string {
  const { location, navigation } = current().state;
  return navigation.location?.pathname === location.pathname ? navigation.location.search : location.search;
}

/** Changes the current or pending query; `useSearchParams` would start from that of the last render. */
export function changeSearch(change: (params: URLSearchParams) => void, options?: NavigateOptions): void {
  const params = new URLSearchParams(latestSearch());
  change(params);
  void navigate({ search: `?${params}` }, options);
}

function current(): Router {
  if (!router) throw new Error('startRouter has not been called');
  return router;
}
