import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ColumnFiltersState } from '@tanstack/react-table';
import { Plus } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { isYes, type ListQuery } from '#contract/list-query.ts';
import type { Filter, Resource } from '#contract/resource.ts';
import { queryKeys } from '#src/api/query-client.ts';
import { isImeKey } from '#src/lib/use-shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { FilterControl, useFilterWords } from './filter-control.tsx';
import { type AnyFilterSpec, filterLabel, filterNames, hasOnlyIdFilter } from './filter-spec.ts';
import { isYesNo } from './list-address.ts';
import { parseQuotedCell } from './text-filter.tsx';
import type { ListState } from './use-list-query.ts';

interface OtherFiltersProps {
  resource: Resource;
  filters: readonly AnyFilterSpec[];
  state: ListState;
}

/** The filters besides the search: a chip for each that is set, and a menu of the others. */
export function OtherFilters({ resource, filters, state }: OtherFiltersProps) {
  const { i18n } = useLingui();
  const [chosen, setChosen] = useState<string>();
  const addable = filters.filter(
    (spec) => spec.name !== chosen && !filterNames(spec).some((name) => name in state.asked.filter),
  );
  const choose = (spec: AnyFilterSpec) => {
    if (isLoneFlag(spec, resource.filters[spec.name])) state.setFilter(spec.name, '1');
    else setChosen(spec.name);
  };
  return (
    <>
      <FilterChips resource={resource} filters={filters} state={state} chosen={chosen} onChosen={setChosen} />
      {!hasOnlyIdFilter(filters) && addable.length > 0 && (
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
            onChoose: () => choose(spec),
          }))}
          className="max-md:h-11"
        />
      )}
      {Object.keys(state.filter).length > 0 && (
        <Button kind="quiet" onClick={state.clearFilters} className="max-md:h-11">
          <Trans>Clear filters</Trans>
        </Button>
      )}
    </>
  );
}

/** The value of a spec among the URL's filters; empty if unset. For `oneOf`, the name of the flag that is set. */
function filterValue({ name, oneOf }: AnyFilterSpec, filter: ListQuery['filter']): string {
  if (!oneOf) return filter[name] ?? '';
  return Object.keys(oneOf).find((flag) => isYes(filter[flag] ?? '')) ?? '';
}

/** Whether a filter is a flag with one possible value, so that choosing it needs no control. */
const isLoneFlag = (spec: AnyFilterSpec, filter: Filter | undefined) => filter?.kind === 'flag' && !spec.oneOf;

interface FilterChipsProps extends OtherFiltersProps {
  /** The filter whose control is open. */
  chosen: string | undefined;
  onChosen: (name: string | undefined) => void;
}

/** A chip for each filter that is set. The filter being chosen shows its control instead. */
function FilterChips({ resource, filters, state, chosen, onChosen }: FilterChipsProps) {
  /** Filter whose control closed when no menu could take its focus: its chip takes the focus instead. */
  const left = useRef<string>(undefined);
  const close = (name: string, hadFocus: boolean) => {
    left.current = hadFocus ? name : undefined;
    onChosen(undefined);
  };
  return filters.map((spec) => {
    const filter = resource.filters[spec.name];
    const value = filterValue(spec, state.filter);
    if (!filter) return null;
    const set = (next: string, isTyped?: boolean) => {
      if (!spec.oneOf) return state.setFilter(spec.name, next, isTyped);
      const others = (all: ColumnFiltersState) => all.filter(({ id }) => !filterNames(spec).includes(id));
      return state.table.onColumnFiltersChange((all) => [...others(all), ...(next ? [{ id: next, value: '1' }] : [])]);
    };
    if (spec.name === chosen) {
      return (
        <OpenFilter key={spec.name} onClose={(hadFocus) => close(spec.name, hadFocus)}>
          {(close) => (
            <FilterControl
              resource={resource}
              spec={spec}
              filter={filter}
              value={value}
              onChange={(next, isTyped) => {
                set(next, isTyped);
                if (spec.from && next !== '') close();
              }}
            />
          )}
        </OpenFilter>
      );
    }
    if (value === '') return null;
    return (
      <FilterChip
        key={spec.name}
        resource={resource}
        spec={spec}
        filter={filter}
        value={value}
        takesFocus={spec.name === left.current}
        {...(!isLoneFlag(spec, filter) && { onOpen: () => onChosen(spec.name) })}
        onRemove={() => set('')}
      />
    );
  });
}

/** Focuses the bar's menu before a control or chip disappears. Returns false without a menu: all filters are set. */
function focusMenu(inside: Element | null): boolean {
  const menu = inside?.closest('[role=group]')?.querySelector<HTMLElement>('[aria-haspopup=menu]');
  menu?.focus();
  return menu !== null && menu !== undefined;
}

interface OpenFilterProps {
  onClose: (hadFocus: boolean) => void;
  children: (close: () => void) => ReactNode;
}

/** A filter's control, shown for as long as it contains the focus. */
function OpenFilter({ onClose, children }: OpenFilterProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const isPointer = useRef(true);
  const open = useCallback((element: HTMLFieldSetElement | null) => {
    fieldset.current = element;
    const control = element?.querySelector<HTMLInputElement | HTMLSelectElement>('input, select');
    control?.focus();
    try {
      if (control instanceof HTMLSelectElement) control.showPicker();
    } catch {
      // `showPicker` throws without a recent user gesture.
    }
  }, []);
  const close = () => {
    onClose(!focusMenu(fieldset.current));
  };
  const onBlur = ({ currentTarget }: FocusEvent) => {
    // Check in the next frame: a lazily loaded control takes over the focus from its fallback.
    requestAnimationFrame(() => {
      if (currentTarget.isConnected && !currentTarget.contains(document.activeElement)) onClose(false);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    isPointer.current = false;
    const hasList = target instanceof Element && target.getAttribute('aria-expanded') === 'true';
    if ((key !== 'Enter' && key !== 'Escape') || hasList || isImeKey(event)) return;
    // Otherwise, Enter would also press the button that gets the focus.
    event.preventDefault();
    close();
  };
  return (
    <fieldset
      ref={open}
      className="contents"
      onPointerDown={() => {
        isPointer.current = true;
      }}
      // Arrow keys change a closed select at every step, so only a choice by pointer closes the control.
      onChange={({ target }) => target instanceof HTMLSelectElement && isPointer.current && close()}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {children(close)}
    </fieldset>
  );
}

interface FilterChipProps {
  resource: Resource;
  spec: AnyFilterSpec;
  filter: Filter;
  value: string;
  takesFocus: boolean;
  /** Opens its control; omitted if there is nothing to choose. */
  onOpen?: () => void;
  onRemove: () => void;
}

/** An active filter in words, with a remove button. */
function FilterChip({ resource, spec, filter, value, takesFocus, onOpen, onRemove }: FilterChipProps) {
  const { t } = useLingui();
  const words = useChipWords(resource, spec, filter, value);
  return (
    <Chip
      removeLabel={t`Remove the filter ${words}`}
      takesFocus={takesFocus}
      {...(onOpen && { onOpen })}
      onRemove={() => {
        focusMenu(document.activeElement);
        onRemove();
      }}
    >
      {words}
    </Chip>
  );
}

function useChipWords(resource: Resource, spec: AnyFilterSpec, filter: Filter, value: string): string {
  const { t, i18n } = useLingui();
  const { label, wordOf } = useFilterWords(spec);
  const { from } = spec;
  const picked = useQuery({
    queryKey: [...queryKeys.connection(), ...(from?.key ?? []), 'find', value],
    queryFn: async () => (await from?.find(value)) ?? null,
    enabled: from !== undefined,
  });
  if (isLoneFlag(spec, filter)) return isYes(value) ? label : t`${label}: no`;
  if (isYesNo(resource, filter) && !spec.oneOf) return wordOf(String(isYes(value)));
  const isWorded = spec.oneOf ?? resource.attributes[filter.attribute ?? '']?.choices?.includes(value);
  const shown =
    filter.kind === 'unix'
      ? i18n.date(new Date(Number(value) * 1000), { dateStyle: 'medium', timeZone: 'UTC' })
      : (picked.data?.label ?? (isWorded ? wordOf(value) : parseQuotedCell(value)));
  return t`${label}: ${shown}`;
}
