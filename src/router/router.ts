import type { ComponentType } from 'react';
import { openAddress } from '#src/lib/place.ts';
import { settledWithin } from '#src/lib/settled-within.ts';
import { createStore } from '#src/lib/store.ts';
import { type Branch, branchesOf, findBranch, type Params, type Route, type Visit } from './route.ts';
import { dropWaiting, pushEntry, replaceEntry, writeWaiting } from './window-history.ts';

/** Where one is. */
export interface Location {
  /** As the dashboard's own paths are written. */
  pathname: string;
  /** With the question mark; empty where there is none. */
  search: string;
  /** With the `#`; empty where there is none. */
  hash: string;
  /** What was given to `navigate`. */
  state: unknown;
  /** Names the entry of the history. */
  key: string;
}

/** How one came there: by the history or by opening the page, by a step of it, or in the place of another. */
export type Arrival = 'POP' | 'PUSH' | 'REPLACE';

/** A path, with its query; or another query for the path that is open. */
type To = string | { search: string };

export interface NavigateOptions {
  /** Takes the place of the open address in the history. */
  replace?: boolean;
  /** Is kept with the entry of the history. */
  state?: unknown;
}

/** One of the nested routes that are shown. */
interface Shown {
  route: Route;
  deps: string;
}

interface Page {
  location: Location;
  arrival: Arrival;
  params: Params;
  /** From the outermost on. */
  shown: readonly Shown[];
  /** Why what the last one of them holds could not be loaded. */
  failure?: { error: unknown } | undefined;
}

const NOWHERE: Location = { pathname: '/', search: '', hash: '', state: null, key: '' };
const NOTHING: Page = { location: NOWHERE, arrival: 'POP', params: {}, shown: [] };

/** What is shown: always whole, so that the old page stays until the next one is there. */
export const page = createStore(NOTHING);
/** Whether another page is asked for and takes its time. */
export const isLoading = createStore(false);

/** Longer than that, and it would seem that nothing happens: another page then comes with skeletons. */
const UNNOTICED_MS = 150;
/**
 * One that asks something else stays as it was for as long as one goes on thinking, and is dimmed before that: later, for
 * what was typed or clicked is there to be seen, and rows that flicker with every letter only disturb.
 */
const SAME_PAGE_MS = 400;
const DIMMED_MS = 250;
/** Says that a page is loading, unless it is there by then. */
let noticed: ReturnType<typeof setTimeout> | undefined;

const components = new WeakMap<Route, ComponentType>();
let branches: readonly Branch[] = [];
/** Where one went last: what comes late does not take the place of what was asked for since. */
let latest = NOWHERE;

/** Shows the open address, and follows it from then on. Resolves when its page is there. */
export function startRouter(routes: readonly Route[]): Promise<void> {
  branches = branchesOf(routes);
  page.set(NOTHING);
  // Listens once, however often it is called.
  window.addEventListener('popstate', followHistory);
  return followHistory();
}

/** Where one is at this moment; what is drawn by it follows `useLocation`. */
export const currentLocation = (): Location => page.get().location;

/** What a change of the open page's query is a change of: that query, or the one it is already about to have. */
export function latestSearch(): string {
  const { pathname, search } = currentLocation();
  return latest.pathname === pathname ? latest.search : search;
}

/**
 * Goes to another address, or so many entries through the history. Resolves when its page is shown, or another is asked
 * for; where nothing of it has to be waited for, it is there at once.
 */
export function navigate(to: To | number, { replace = false, state = null }: NavigateOptions = {}): Promise<void> {
  if (typeof to === 'number') {
    writeWaiting();
    history.go(to);
    return Promise.resolve();
  }
  const { pathname, search, hash } = new URL(
    typeof to === 'string' ? to : currentLocation().pathname + to.search,
    location.origin,
  );
  const key = Math.random().toString(36).slice(2);
  return visit({ pathname, search, hash, state, key }, replace ? 'REPLACE' : 'PUSH');
}

/** Goes to a path as a link does: at the address that is open already nothing is added to the history. */
export function follow(path: string, options?: NavigateOptions): void {
  const { pathname, search } = currentLocation();
  void navigate(path, { ...options, replace: options?.replace || pathname + search === path });
}

/** Asks anew for all of the open page, where a part of it could not be loaded or drawn. */
export const retry = (): Promise<void> => visit({ ...currentLocation() }, 'REPLACE', true);

/** What a route shows by itself, once that is loaded. */
export const componentOf = (route: Route): ComponentType | undefined => route.Component ?? components.get(route);

function followHistory(): Promise<void> {
  dropWaiting();
  const { state = null, key = '' } = (history.state ?? {}) as Partial<Location>;
  return visit({ ...openAddress(), state, key }, 'POP');
}

async function visit(location: Location, arrival: Arrival, isAnew = false): Promise<void> {
  latest = location;
  const { steps, params } = findBranch(branches, location.pathname);
  const visited: Visit = { ...location, params };
  for (const { route } of steps) {
    const instead = route.redirect?.(visited);
    if (instead !== undefined) return navigate(instead, { replace: arrival !== 'PUSH' });
  }
  const depsBefore = new Map(page.get().shown.map(({ route, deps }) => [route, deps]));
  const shown = steps.map(({ route, names }): Shown => {
    const deps = route.loaderDeps?.(visited) ?? names.map((name) => params[name]).join('/');
    return { route, deps };
  });
  const code = shown.map(({ route }) => loadComponent(route));
  const asking = shown.filter(({ route, deps }) => route.loader && (isAnew || depsBefore.get(route) !== deps));
  const records = asking.map(async ({ route }) => route.loader?.(visited));
  const next: Page = { location, arrival, params, shown };
  if (records.length === 0 && code.every((part) => part === undefined)) return show(next);
  const isSamePage = shown.every(({ route }) => depsBefore.has(route));
  clearTimeout(noticed);
  noticed = setTimeout(() => isLoading.set(true), isSamePage ? DIMMED_MS : UNNOTICED_MS);
  const answered = settledWithin(isSamePage ? SAME_PAGE_MS : UNNOTICED_MS, records);
  const [parts] = await Promise.all([Promise.allSettled(code), answered]);
  if (latest === location) show(withFailure(next, parts));
}

/** Loads the code of a route, unless it is there. */
function loadComponent(route: Route): Promise<void> | undefined {
  if (!route.lazy || components.has(route)) return undefined;
  return route.lazy().then(({ Component }) => void components.set(route, Component));
}

/** Ends what is shown at the innermost route that has something to show in the place of what could not be loaded. */
function withFailure(next: Page, outcomes: readonly PromiseSettledResult<unknown>[]): Page {
  const failed = outcomes.findIndex(({ status }) => status === 'rejected');
  const outcome = outcomes[failed];
  if (outcome?.status !== 'rejected') return next;
  const holder = next.shown.slice(0, failed + 1).findLastIndex(({ route }) => route.ErrorBoundary);
  return { ...next, shown: next.shown.slice(0, holder + 1), failure: { error: outcome.reason } };
}

function show(next: Page): void {
  const { arrival } = next;
  const { pathname, search, hash, state, key } = next.location;
  const entry = { path: pathname + search + hash, kept: { state, key } };
  if (arrival === 'PUSH') pushEntry(entry);
  if (arrival === 'REPLACE') replaceEntry(entry);
  page.set(next);
  clearTimeout(noticed);
  if (isLoading.get()) isLoading.set(false);
}
