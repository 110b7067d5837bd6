import { Trans, useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { type ComponentType, type ReactNode, useId } from 'react';
import type { Filter, Resource } from '#contract/resource.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { Button } from '#src/ui/button.tsx';
import { Toolbar } from '#src/ui/layout/page-header.tsx';
import { part } from '#src/ui/lazy-component.tsx';
import type { FilterControlProps } from './filter-control.tsx';
import type { AnyFilterSpec } from './filter-spec.ts';
import type { ListState } from './use-list-query.ts';

const FilterChip = part(async () => (await import('./filter-chip.tsx')).FilterChip);

/** The filters of a list page. An active filter stays visible: as its control, or as a chip when collapsed. */
export function FilterBar({
  resource,
  filters,
  Control,
  state,
  before,
  isOpen,
  onOpen,
  isSlim = false,
}: {
  resource: Resource;
  filters: readonly AnyFilterSpec[];
  /** Renders one filter. */
  Control: ComponentType<FilterControlProps>;
  state: ListState;
  /** Content before the filters, such as tabs. */
  before?: ReactNode;
  /** Whether all filters are shown: in a wide window the secondary ones as well, in a narrow one any but active ones. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Closed, the bar is one line in a narrow window, with what is before the filters; else it is not there. */
  isSlim?: boolean;
}) {
  const { t } = useLingui();
  const id = useId();
  const refused = useUnsupportedFilters(resource);
  const offered = filters.flatMap((spec) => {
    const filter: Filter | undefined = resource.filters[spec.name];
    return filter && (spec.worksHere || !refused.includes(spec.name)) ? [{ spec, filter }] : [];
  });
  const primary = offered.filter(({ spec }) => !spec.isSecondary);
  const secondary = offered.filter(({ spec }) => spec.isSecondary);
  const putAway = isOpen ? [] : secondary.filter(({ spec }) => spec.name in state.filter);
  const searched = primary.find(({ filter }) => filter.kind === 'contains');
  const hasSome = Object.keys(state.filter).length > 0;
  const unlessShown = isOpen || hasSome ? '' : 'max-md:hidden';

  const control = ({ spec, filter }: (typeof offered)[number]) => (
    <Control
      key={spec.name}
      resource={resource}
      spec={spec}
      filter={filter}
      value={state.filter[spec.name] ?? ''}
      {...(spec === searched?.spec && { shortcut: '/' })}
      onChange={(value, isTyped) => state.setFilter(spec.name, value, isTyped)}
    />
  );
  // Searching by id alone is of little use, so it gets no bar. A filter set by a link can still be cleared.
  const isIdAlone = offered.every(({ spec }) => spec.name === 'id') && !hasSome;
  if (isIdAlone && !before) return null;
  return (
    <Toolbar label={t`Filters`} className={isSlim ? unlessShown && 'max-md:flex-nowrap max-md:py-0' : unlessShown}>
      {before}
      <div className={`contents ${unlessShown}`}>{primary.map(control)}</div>
      {isOpen && (
        <div id={id} className="order-last flex w-full flex-wrap items-center gap-2">
          {secondary.map(control)}
        </div>
      )}
      {secondary.length > 0 && (
        <Button
          kind="quiet"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          className={isSlim ? 'max-md:order-first max-md:ms-auto max-md:h-11' : ''}
          onClick={() => onOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          <span className={isSlim ? 'max-md:sr-only' : ''}>
            {isOpen ? <Trans>Fewer filters</Trans> : <Trans>More filters</Trans>}
          </span>
        </Button>
      )}
      {putAway.map(({ spec, filter }) => (
        <FilterChip
          key={spec.name}
          resource={resource}
          spec={spec}
          filter={filter}
          value={state.filter[spec.name] ?? ''}
          onRemove={() => state.setFilter(spec.name, '')}
        />
      ))}
      {hasSome && (
        <Button kind="quiet" onClick={state.clearFilters}>
          <Trans>Clear filters</Trans>
        </Button>
      )}
    </Toolbar>
  );
}
