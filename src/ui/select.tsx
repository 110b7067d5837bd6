import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useFieldWiring } from './field-wiring.ts';

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
