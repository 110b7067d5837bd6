import { use, useMemo, useSyncExternalStore } from 'react';
import {
  type DataRouter,
  type NavigateOptions,
  UNSAFE_DataRouterContext as RouterContext,
  type To,
} from 'react-router';

/*
 * The router's own hooks draw whoever uses one anew with each change of the address. These leave alone what stands
 * around the page while one goes from draft to draft.
 */

/** The open address as paths of the dashboard are written. */
interface Address {
  pathname: string;
  /** With the question mark; empty where there is none. */
  search: string;
}

function useRouter(): DataRouter {
  const context = use(RouterContext);
  if (!context) throw new Error('no router around this');
  return context.router;
}

function addressOf({ basename = '/', state }: DataRouter): Address {
  const { pathname, search } = state.location;
  return { pathname: basename === '/' ? pathname : pathname.slice(basename.length) || '/', search };
}

/** What is selected of the address; drawn anew only when that is another value. */
export function useOfAddress<Value extends string | boolean | undefined>(select: (address: Address) => Value): Value {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, () => select(addressOf(router)));
}

/** Whether another page is asked for and not yet there. */
export function useIsLoading(): boolean {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, () => router.state.navigation.state === 'loading');
}

export interface Pages {
  /** What a link to a path of the dashboard has as its address. */
  hrefOf: (path: string) => string;
  /** Goes to a path; a query alone stays on the page. */
  go: (to: To, options?: NavigateOptions) => void;
  /** As a link does: at the address that is open already nothing is added to the history. */
  follow: (path: string) => void;
}

/** The ways to other pages. Always the same ones, so that nothing is drawn anew for them. */
export function usePages(): Pages {
  const router = useRouter();
  return useMemo(() => {
    const root = { ...router.state.location, pathname: router.basename ?? '/', search: '', hash: '' };
    const base = router.createHref(root).replace(/\/$/, '');
    const go: Pages['go'] = (to, options) => void router.navigate(to, options);
    return {
      hrefOf: (path) => base + path,
      go,
      follow: (path) => {
        const { pathname, search } = addressOf(router);
        go(path, { replace: pathname + search === path });
      },
    };
  }, [router]);
}
