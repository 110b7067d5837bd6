import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { part } from '#src/ui/lazy-component.tsx';
import type { BaseComboboxProps } from './base-combobox.tsx';
import { useFieldWiring } from './input.tsx';

export interface ComboboxProps extends BaseComboboxProps {
  className?: string;
}

const BaseCombobox = part(async () => (await import('./base-combobox.tsx')).BaseCombobox);

/**
 * A field to find a record by a part of its name, and pick it. Its code loads when first shown; until then a lookalike
 * field stands in and hands over its focus.
 */
export function Combobox({ className, autoFocus = false, ...props }: ComboboxProps) {
  const { value, placeholder, disabled, 'aria-label': label } = props;
  const [isFocused, setFocused] = useState(autoFocus);
  const standIn = (
    <input
      {...useFieldWiring()}
      type="text"
      role="combobox"
      aria-expanded={false}
      aria-label={label}
      readOnly
      disabled={disabled}
      // biome-ignore lint/a11y/noAutofocus: requested by a dialog that opens on this field.
      autoFocus={autoFocus}
      placeholder={placeholder}
      value={value?.label ?? ''}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="control truncate pe-14"
    />
  );
  return (
    <div className={classNames('relative flex items-center', className)}>
      <BaseCombobox {...props} autoFocus={isFocused} standIn={standIn} />
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-2 size-4 text-muted" />
    </div>
  );
}
