import { useLingui } from '@lingui/react/macro';
import { Search, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Kbd, useAriaKeys } from './kbd.tsx';

export interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** Label such as "Search rooms". */
  label: string;
  value: string;
  onChange: (value: string) => void;
  shortcut?: string;
}

/** A search field: a lens, the shortcut while it is empty, and a clear button once it is not. */
export function SearchInput({ label, value, onChange, shortcut, className, ...rest }: SearchInputProps) {
  const { t } = useLingui();
  return (
    <span className={classNames('relative flex items-center', className)}>
      <Search aria-hidden="true" className="pointer-events-none absolute start-2 size-4 text-muted" />
      <input
        type="search"
        placeholder={label}
        {...rest}
        aria-label={label}
        aria-keyshortcuts={useAriaKeys(shortcut)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="control ps-8 pe-8 [&::-webkit-search-cancel-button]:hidden"
      />
      {value ? (
        <button
          type="button"
          aria-label={t`Clear search`}
          onClick={(event) => {
            event.currentTarget.parentElement?.querySelector('input')?.focus();
            onChange('');
          }}
          className="absolute end-1 inline-flex size-6 items-center justify-center rounded-box text-muted hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      ) : (
        shortcut && <Kbd keys={shortcut} className="pointer-events-none absolute end-2 text-muted" />
      )}
    </span>
  );
}
