import {
  createBrowserRouter,
  createHashRouter,
  type Location,
  type NavigateOptions,
  type RouteObject,
  type To,
} from 'react-router';
import { basename, isBehindHash, ownPathname } from './base-path.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/** Undefined until `startRouter`, which runs before any page is shown. */
let router: Router;

/** Creates the router at the current location; disposes of a previous one. */
export function startRouter(routes: RouteObject[]): Router {
  router?.dispose();
  const create = isBehindHash ? createHashRouter : createBrowserRouter;
  router = create(routes, { window: tolerantWindow(window), basename });
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
  return typeof to === 'number' ? router.navigate(to) : router.navigate(to, options);
}

/** Navigates as a link does: the current URL again gets no second history entry, which “Back” would stop at. */
export function followPath(path: string, options: NavigateOptions = {}): Promise<void> {
  const { pathname, search } = currentLocation();
  return navigate(path, { ...options, replace: options.replace || path === pathname + search });
}

/**
 * Opens another record of a list, or none. `search` is the query that the page shows. Resumes a change of it that is not
 * shown yet, such as a search that is still loading, instead of cancelling it.
 */
export async function navigateInList(pathname: string, search: string, options?: NavigateOptions): Promise<void> {
  const changed = currentSearch();
  await followPath(pathname + search, options);
  if (changed !== search) void navigate({ search: changed }, { replace: true });
}

/** Whether a navigation is under way; another one would end it. */
export const isNavigating = (): boolean => router.state.navigation.state !== 'idle';

/** The current location, for event handlers; components use `useLocation`. */
export function currentLocation(): Location {
  const { location } = router.state;
  return { ...location, pathname: ownPathname(location.pathname) };
}

/** History action that led to the current page. */
export const lastAction = (): 'POP' | 'PUSH' | 'REPLACE' => router.state.historyAction;

/** Whether the current page has this loader. False while the router is being created, as no page is shown yet. */
export const isShown = (loader: unknown): boolean =>
  router?.state.matches.some(({ route }) => route.loader === loader) ?? false;

/** Reloads the current page by navigating to it: error boundaries reset on navigation, not on `revalidate`. */
export function retry(): Promise<void> {
  const { pathname, search, hash, state } = currentLocation();
  return navigate(pathname + search + hash, { replace: true, state });
}

/** Query of the current page, or of a pending navigation on it: the base for changes, unlike that of the last render. */
export function currentSearch(): string {
  const { location, navigation } = router.state;
  return navigation.location?.pathname === location.pathname ? navigation.location.search : location.search;
}

/**
 * A window for React Router whose history survives a refused write: Safari throws after 100 writes in 30 seconds. The
 * page then changes without the URL, until the next write succeeds.
 */
function tolerantWindow(own: Window): Window {
  const get = (target: object, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name, target);
    if (value === own.history) return history;
    if (typeof value !== 'function') return value;
    return (...given: unknown[]): unknown => {
      try {
        return value.apply(target, given);
      } catch (error) {
        if (error instanceof DOMException && error.name === 'SecurityError') return undefined;
        throw error;
      }
    };
  };
  const history = new Proxy(own.history, { get });
  return new Proxy<Window>(own, { get });
}
