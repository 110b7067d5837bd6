import type { ComponentType } from 'react';
import { parse } from 'regexparam';

/** The parts of an address that a pattern names, decoded. */
export type Params = Readonly<Record<string, string | undefined>>;

/** What somebody goes to. */
export interface Visit {
  /** The address as the dashboard's own paths are written. */
  pathname: string;
  /** With the question mark; empty where there is none. */
  search: string;
  params: Params;
}

/** What stands at an address, or, without a path of its own, around what stands there. */
export interface Route {
  /** As regexparam has it, from the root on: `/rooms/:id`. The first one that fits is taken. */
  path?: string;
  /** Where one is sent instead, if anywhere. */
  redirect?: (visit: Visit) => string | undefined;
  /**
   * Asks for what the page shows, while its code comes. The page is drawn when both are there, or without records that are
   * slow. Where they fail, the page says so in the place of what they are.
   */
  loader?: (visit: Visit) => Promise<unknown>;
  /** The loader runs again when this is another text. Default: the parameters of the path. */
  loaderDeps?: (visit: Visit) => string;
  Component?: ComponentType;
  lazy?: () => Promise<{ Component: ComponentType }>;
  /** Stands in the place of what this route holds where that cannot be loaded or drawn. */
  ErrorBoundary?: ComponentType<{ error: unknown }>;
  /** What the `Outlet` of this route shows, each at an address of its own. */
  children?: readonly Route[];
}

/** A route with those around it, from the outermost to itself. */
export interface Branch {
  pattern: RegExp;
  steps: readonly Step[];
}

interface Step {
  route: Route;
  /** The names in its path. */
  names: readonly string[];
}

/** All places, each with what stands around it; those within a route come before itself. */
export function branchesOf(routes: readonly Route[], above: readonly Step[] = []): Branch[] {
  return routes.flatMap((route) => {
    const parsed = route.path === undefined ? undefined : parse(route.path);
    const steps = [...above, { route, names: parsed?.keys ?? [] }];
    const within = branchesOf(route.children ?? [], steps);
    return parsed ? [...within, { pattern: parsed.pattern, steps }] : within;
  });
}

/** The first branch that fits a path, and what its names stand for there. */
export function findBranch(branches: readonly Branch[], pathname: string): { steps: readonly Step[]; params: Params } {
  for (const { pattern, steps } of branches) {
    const params = paramsOf(pattern, steps.at(-1)?.names ?? [], pathname);
    if (params) return { steps, params };
  }
  return { steps: [], params: {} };
}

/** What the names of a pattern stand for in a path; undefined where it does not fit. */
export function matchPath(path: string, pathname: string): Params | undefined {
  const { pattern, keys } = parse(path);
  return paramsOf(pattern, keys, pathname);
}

function paramsOf(pattern: RegExp, names: readonly string[], pathname: string): Params | undefined {
  const values = pattern.exec(pathname)?.slice(1);
  return values && Object.fromEntries(names.map((name, n) => [name, decode(values[n])]));
}

/** Addresses are typed by hand too: what is no encoding stands for itself. */
function decode(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text;
  }
}
