import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { quote } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { unsupportedFilters } from '#src/api/capabilities.ts';
import { ApiError } from '#src/api/errors.ts';
import { listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { classNames } from '#src/ui/class-names.ts';
import type { BaseComboboxProps, ComboboxItem } from '#src/ui/form/base-combobox.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { lazyComponent } from '#src/ui/lazy-component.tsx';

type ComboboxLook = 'clearable' | 'placeholder' | 'disabled' | 'autoFocus' | 'aria-label' | 'className';

interface ReferenceSelectProps extends Pick<ComboboxProps, ComboboxLook> {
  from: ReferenceSource;
  /** Id of the chosen record; empty for none. */
  value: string;
  onChange: (id: string) => void;
}

const noChoices: ComboboxItem[] = [];

/** Picks a record by typing a part of its name. Labelled by an enclosing Field, else by `aria-label`. */
export function ReferenceSelect({ from, value, onChange, ...look }: ReferenceSelectProps) {
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  const key = [...queryKeys.connection(), ...from.key];
  const found = useQuery({
    queryKey: [...key, 'search', text],
    queryFn: () => from.search(text),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
  const chosen = useQuery({
    queryKey: [...key, 'find', value],
    queryFn: async () => (await from.find(value)) ?? null,
    enabled: value !== '',
  });
  return (
    <Combobox
      {...look}
      items={found.data ?? noChoices}
      value={value === '' ? null : (chosen.data ?? { id: value, label: value })}
      onChange={(choice) => onChange(choice?.id ?? '')}
      onQuery={setText}
      busy={found.isLoading || found.isPlaceholderData}
      problem={found.error && errorMessage(found.error)}
      onFocus={() => setWanted(true)}
    />
  );
}

/** Selectable records of any resource. Both functions throw an ApiError. */
export interface ReferenceSource {
  /** Query key prefix of its results. */
  key: readonly unknown[];
  /** The first few records whose name contains the text; if there are none, the record with that id. */
  search: (text: string) => Promise<ComboboxItem[]>;
  /** The record with the id; undefined if there is none. */
  find: (id: string) => Promise<ComboboxItem | undefined>;
}

const MAX_FOUND = 20;

interface ReferenceSourceOptions<R extends Resource> {
  /** The filter that matches a part of a record's name. */
  by: keyof R['filters'] & string;
  label: (row: Row<R>) => string;
  /** Restricts the selectable records. */
  filter?: Readonly<Record<string, string>>;
}

/** Makes records of a resource selectable by name. */
export function referenceSource<R extends Resource>(resource: R, options: ReferenceSourceOptions<R>): ReferenceSource {
  const { by, label, filter = {} } = options;
  const toChoice = (row: Row<R>): ComboboxItem => ({ id: row.id, label: label(row) });

  const find = async (id: string) => {
    try {
      return toChoice((await queryClient.query(oneQuery(resource, id))).row);
    } catch (error) {
      if (error instanceof ApiError && error.isNotFound) return undefined;
      throw error;
    }
  };
  const searchByName = async (name: string) => {
    const wanted: Record<string, string> = name ? { ...filter, [by]: quote(name) } : filter;
    const { rows } = await queryClient.query(listQuery(resource, { filter: wanted, page: { size: MAX_FOUND } }));
    // If the filter has proved unsupported, these are arbitrary records, read without it.
    return name && unsupportedFilters(resource).includes(by) ? [] : rows.map(toChoice);
  };
  const search = async (text: string) => {
    const name = text.trim();
    const isByName = !name || !unsupportedFilters(resource).includes(by);
    const found = isByName ? await searchByName(name) : [];
    if (found.length > 0 || !/^\d+$/.test(name)) return found;
    const byId = await find(name);
    return byId ? [byId] : [];
  };
  return { key: [resource.type, 'choice', by, filter], search, find };
}

interface ComboboxProps extends BaseComboboxProps {
  className?: string;
}

const BaseCombobox = lazyComponent(async () => (await import('#src/ui/form/base-combobox.tsx')).BaseCombobox);

/**
 * A field that finds a record by part of its name. Its code loads when first shown; until then, a read-only placeholder
 * is shown, which hands over its focus.
 */
export function Combobox({ className, autoFocus = false, ...props }: ComboboxProps) {
  const { value, placeholder, disabled, onFocus, 'aria-label': label } = props;
  const [isFocused, setFocused] = useState(autoFocus);
  const fallback = (
    <Input
      role="combobox"
      aria-expanded={false}
      aria-label={label}
      readOnly
      disabled={disabled}
      autoFocus={autoFocus}
      placeholder={placeholder}
      value={value?.label ?? ''}
      onFocus={() => {
        setFocused(true);
        onFocus?.();
      }}
      onBlur={() => setFocused(false)}
      className="truncate pe-14"
    />
  );
  return (
    <div className={classNames('relative flex items-center', className)}>
      <BaseCombobox {...props} autoFocus={isFocused} fallback={fallback} />
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-2 size-4 text-muted" />
    </div>
  );
}
