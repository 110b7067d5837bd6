import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Resource } from '#contract/resource.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { Button } from '#src/ui/button.tsx';
import { Toolbar } from '#src/ui/layout/page-header.tsx';
import { part } from '#src/ui/lazy-component.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { type AnyFilterSpec, filterLabel, filterNames } from './filter-spec.ts';
import { FilterToggle } from './filter-toggle.tsx';
import { TextFilter } from './text-filter.tsx';
import type { ListState } from './use-list-query.ts';

/** The code of chips and controls. */
export const FilterChips = part(async () => (await import('./filter-chip.tsx')).FilterChips);

/** The filters of a list page: its search, a chip for each that is set, and a menu of the others. */
export function FilterBar({
  resource,
  filters,
  state,
  before,
  isOpen,
  onOpen,
  isSlim = false,
}: {
  resource: Resource;
  /** The first that searches for a part of a text is always shown. */
  filters: readonly AnyFilterSpec[];
  state: ListState;
  /** Content before the filters, such as tabs. */
  before?: ReactNode;
  /** Whether a narrow window shows the bar although no filter is set. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Closed, the bar is one line in a narrow window, with what is before the filters; else it is not there. */
  isSlim?: boolean;
}) {
  const { t, i18n } = useLingui();
  const refused = useUnsupportedFilters(resource);
  /** The filter whose control is open. */
  const [chosen, setChosen] = useState<string>();
  const offered = filters.filter(
    (spec) => spec.worksHere || filterNames(spec).some((name) => name in resource.filters && !refused.includes(name)),
  );
  const search = offered.find(({ name }) => resource.filters[name]?.kind === 'contains');
  const others = offered.filter((spec) => spec !== search);
  const addable = others.filter(
    (spec) => spec.name !== chosen && !filterNames(spec).some((name) => name in state.asked.filter),
  );
  const hasSome = Object.keys(state.filter).length > 0;
  const unlessShown = isOpen || hasSome ? '' : 'max-md:hidden';
  // Searching by id alone is of little use, so it gets no bar. A filter set by a link can still be cleared.
  const isIdAlone = offered.every(({ name }) => name === 'id');
  if (isIdAlone && !hasSome && !before) return null;
  return (
    <Toolbar label={t`Filters`} className={isSlim ? unlessShown && 'max-md:flex-nowrap max-md:py-0' : unlessShown}>
      {before}
      {isSlim && <FilterToggle isOpen={isOpen} onOpen={onOpen} className="order-first ms-auto h-11" />}
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
        {(hasSome || chosen) && (
          <FilterChips resource={resource} filters={others} state={state} chosen={chosen} onChosen={setChosen} />
        )}
        {!isIdAlone && addable.length > 0 && (
          <Menu
            trigger={
              <>
                <Plus aria-hidden="true" />
                <Trans>Filter</Trans>
              </>
            }
            entries={addable.map((spec) => ({
              id: spec.name,
              words: filterLabel(i18n, spec),
              onChoose: () => {
                if (resource.filters[spec.name]?.kind === 'flag' && !spec.oneOf) state.setFilter(spec.name, '1');
                else setChosen(spec.name);
              },
            }))}
            className="max-md:h-11"
          />
        )}
        {hasSome && (
          <Button kind="quiet" onClick={state.clearFilters} className="max-md:h-11">
            <Trans>Clear filters</Trans>
          </Button>
        )}
      </div>
    </Toolbar>
  );
}
