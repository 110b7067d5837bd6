import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useFieldWiring } from './field-wiring.ts';

/** One line of text, a number, a date. Inside a Field it is labelled by it; elsewhere give it `aria-label`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldWiring()} {...rest} className={classNames('control', className)} />;
}
