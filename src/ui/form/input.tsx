import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, createContext, use } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { ChevronDown, Search, X } from '#src/ui/icons.tsx';
import { Kbd, useAriaKeys } from '#src/ui/text/kbd.tsx';

/** A one-line text, number or date input. Labelled by an enclosing Field; elsewhere pass `aria-label`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldWiring()} {...rest} className={classNames('control', className)} />;
}

export interface FieldWiring {
  id?: string | undefined;
  required?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** Set by `Field`, around its control. */
export const FieldContext = createContext<FieldWiring>({});

/** Props for the control inside a Field: its id and descriptions. The control's own props take precedence. */
export function useFieldWiring(): FieldWiring {
  return use(FieldContext);
}

/** Id of the label of a control. */
export const labelId = (id: string) => `${id}-label`;

/** A native select; options are its children. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative flex', className)}>
      <select {...useFieldWiring()} {...rest} className="control appearance-none truncate pe-7">
        {children}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-2 size-4 self-center text-muted" />
    </span>
  );
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
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
