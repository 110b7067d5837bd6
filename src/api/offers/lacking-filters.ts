import { useMemo } from 'react';
import type { Resource } from '#contract/resource.ts';
import { useStore } from '#src/lib/store.ts';
import { filterOffer, isLacking, type Offers, offers } from './offers.ts';

/** Names of the resource's filters that the tenant one is signed in to refuses or ignores: they are not sent. */
export const lackingFilters = (resource: Resource): readonly string[] => lackingOf(resource, offers.get());

/** As `lackingFilters`; renders anew when more is learnt. */
export function useLackingFilters(resource: Resource): readonly string[] {
  const all = useStore(offers);
  return useMemo(() => lackingOf(resource, all), [resource, all]);
}

const lackingOf = ({ type, filters }: Resource, all: Offers) =>
  Object.keys(filters).filter((name) => isLacking(all, filterOffer(type, name)));
