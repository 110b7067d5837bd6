import { useMemo, useSyncExternalStore } from 'react';
import type { Resource } from '#contract/resource.ts';
import { filterOffer, isLacking, offers } from './offers.ts';

/** Names of the resource's filters that the current tenant refuses or ignores; they are not sent. */
export function lackingFilters({ type, filters }: Resource): readonly string[] {
  const all = offers.get();
  return Object.keys(filters).filter((name) => isLacking(all, filterOffer(type, name)));
}

/** Hook form of `lackingFilters`; re-renders when another is detected. */
export function useLackingFilters(resource: Resource): readonly string[] {
  const names = useSyncExternalStore(offers.subscribe, () => lackingFilters(resource).join());
  return useMemo(() => names.split(',').filter(Boolean), [names]);
}
