import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useFieldWiring } from './field-wiring.ts';

/** A one-line text, number or date input. Labelled by an enclosing Field; elsewhere pass `aria-label`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldWiring()} {...rest} className={classNames('control', className)} />;
}
