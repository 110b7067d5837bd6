import { useMemo, useSyncExternalStore } from 'react';
import { currentLocation, type Location, latestSearch, type NavigateOptions, navigate, page } from './router.ts';

/** What is selected of the open address; drawn anew only when that is another value. */
export const useLocation = <Value extends string | boolean | undefined>(select: (location: Location) => Value): Value =>
  useSyncExternalStore(page.subscribe, () => select(currentLocation()));

/** What a name in the path of the open route stands for. */
export const useParam = (name: string): string | undefined =>
  useSyncExternalStore(page.subscribe, () => page.get().params[name]);

type SetParams = (change: (params: URLSearchParams) => void, options?: NavigateOptions) => void;

/** The query of the open address, and how to change it. */
export function useSearchParams(): [params: URLSearchParams, change: SetParams] {
  const search = useLocation((location) => location.search);
  return [useMemo(() => new URLSearchParams(search), [search]), changeParams];
}

const changeParams: SetParams = (change, options) => {
  const params = new URLSearchParams(latestSearch());
  change(params);
  void navigate({ search: `?${params}` }, options);
};
