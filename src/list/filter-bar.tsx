import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Resource } from '#contract/resource.ts';
import { isClientSideFilter, useUnsupportedFilters } from '#src/api/capabilities.ts';
import { useInitialRender } from '#src/lib/initial-render.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Plus, SlidersHorizontal } from '#src/ui/icons.tsx';
import { Toolbar } from '#src/ui/layout/page-header.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { type AnyFilterSpec, filterLabel, filterNames, hasOnlyIdFilter } from './filter-spec.ts';
import { TextFilter } from './text-filter.tsx';
import type { ListState } from './use-list-query.ts';

/** All filters but the search. Loaded lazily, because the first screen renders only the search. */
export const OtherFilters = lazyComponent(async () => (await import('./filter-chip.tsx')).OtherFilters);

/** The filters of a list page: its search, a chip for each that is set, and a menu of the others. */
export function FilterBar({
  resource,
  filters,
  state,
  before,
  after,
  isOpen,
  onOpen,
  isSlim = false,
}: {
  resource: Resource;
  /** The first one of kind `contains` is the search field, which is always shown. */
  filters: readonly AnyFilterSpec[];
  state: ListState;
  /** Content before the filters, such as tabs. */
  before?: ReactNode;
  /** Content at the end, such as links. */
  after?: ReactNode;
  /** Whether a narrow window shows the bar although no filter is set. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** When closed in a narrow window: keep one line with the `before` content instead of hiding the bar. */
  isSlim?: boolean;
}) {
  const { t, i18n } = useLingui();
  const isFirstScreen = useInitialRender();
  const useless = useUnsupportedFilters(resource).filter((name) => !isClientSideFilter(resource, name));
  const offered = filters.filter((spec) =>
    filterNames(spec).some((name) => name in resource.filters && !useless.includes(name)),
  );
  const search = offered.find(({ name }) => resource.filters[name]?.kind === 'contains');
  const others = offered.filter((spec) => spec !== search);
  const hasSome = Object.keys(state.filter).length > 0;
  const unlessShown = isOpen || hasSome ? '' : 'max-md:hidden';
  // Searching by id alone is of little use, so it gets no bar. A filter set by a link can still be cleared.
  if (hasOnlyIdFilter(offered) && !hasSome && !before) return null;
  const fallback = !hasOnlyIdFilter(others) && (
    <span className={buttonClass()}>
      <Plus aria-hidden="true" className="size-4" />
      <Trans>Filter</Trans>
    </span>
  );
  return (
    <Toolbar label={t`Filters`} className={isSlim ? unlessShown && 'max-md:flex-nowrap max-md:py-0' : unlessShown}>
      {before}
      {isSlim && (
        <Button
          kind="quiet"
          aria-label={t`Search and filters`}
          aria-expanded={isOpen}
          className="order-first ms-auto h-11 md:hidden"
          onClick={() => onOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
        </Button>
      )}
      <div className={`contents ${unlessShown}`}>
        {search && (
          <TextFilter
            label={filterLabel(i18n, search)}
            kind="contains"
            value={state.filter[search.name] ?? ''}
            shortcut="/"
            onChange={(value, isTyped) => state.setFilter(search.name, value, isTyped)}
          />
        )}
        {isFirstScreen ? (
          fallback
        ) : (
          <OtherFilters resource={resource} filters={others} state={state} fallback={fallback} />
        )}
        {after}
      </div>
    </Toolbar>
  );
}
