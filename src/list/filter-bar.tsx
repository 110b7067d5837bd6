import { Trans, useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import type { Filter, Resource } from '#contract/resource.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Toolbar } from '#src/ui/layout/page-header.tsx';
import { part } from '#src/ui/lazy-component.tsx';
import type { FilterControlProps } from './filter-control.tsx';
import type { AnyFilterSpec } from './filter-spec.ts';
import { FilterToggle, useFiltersShown } from './filters-shown.tsx';
import type { ListState } from './use-list-query.ts';

const FilterChip = part(async () => (await import('./filter-chip.tsx')).FilterChip);

/** The filters of a list page. An active filter stays visible: as its control, or as a chip when collapsed. */
export function FilterBar({
  resource,
  filters,
  Control,
  state,
  before,
  isSlim = false,
}: {
  resource: Resource;
  filters: readonly AnyFilterSpec[];
  /** Renders one filter. */
  Control: ComponentType<FilterControlProps>;
  state: ListState;
  /** Content before the filters, such as tabs. */
  before?: ReactNode;
  /** In a narrow window the bar is one line: what is before the filters, and the toggle that shows them. */
  isSlim?: boolean;
}) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const refused = useUnsupportedFilters(resource);
  const offered = filters.flatMap((spec) => {
    const filter: Filter | undefined = resource.filters[spec.name];
    return filter && !refused.includes(spec.name) ? [{ spec, filter }] : [];
  });
  const primary = offered.filter(({ spec }) => !spec.isSecondary);
  const secondary = offered.filter(({ spec }) => spec.isSecondary);
  const putAway = isOpen ? [] : secondary.filter(({ spec }) => spec.name in state.filter);
  const searched = primary.find(({ filter }) => filter.kind === 'contains');
  const hasSome = Object.keys(state.filter).length > 0;
  const isShown = useFiltersShown(resource) || hasSome;
  const unlessShown = isShown ? undefined : 'max-md:hidden';

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
    <Toolbar label={t`Filters`} className={isSlim && !isShown ? 'max-md:flex-nowrap max-md:py-0' : unlessShown}>
      {before}
      {isSlim && !hasSome && <FilterToggle resource={resource} />}
      <div className={classNames('contents', unlessShown)}>{primary.map(control)}</div>
      {isOpen && (
        <div id={id} className="order-last flex w-full flex-wrap items-center gap-2">
          {secondary.map(control)}
        </div>
      )}
      {secondary.length > 0 && (
        <Button
          kind="quiet"
          className={unlessShown}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {isOpen ? <Trans>Fewer filters</Trans> : <Trans>More filters</Trans>}
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
