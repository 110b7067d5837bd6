import type { FilterControlProps } from '#src/crud/filter-control.tsx';
import { TypedFilter } from '#src/crud/typed-filter.tsx';
import { useFilterWords } from '#src/crud/use-filter-words.ts';
import { FilterControl } from './parts.ts';

/** A filter of the queue. Only the search is in the initial bundle; the other controls are lazy. */
export function ReviewFilter(props: FilterControlProps) {
  const { spec, filter, resource: _, ...typed } = props;
  const { label } = useFilterWords(spec);
  if (filter.kind === 'contains') return <TypedFilter {...typed} label={label} kind={filter.kind} />;
  return <FilterControl {...props} />;
}
