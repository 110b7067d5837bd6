import { type ChangeEvent, type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** The words beside it; without them give `aria-label`. */
  label?: ReactNode;
  /** Some but not all of what it stands for. */
  mixed?: boolean;
}

/** A checkbox, with its label if there is one. */
export function Checkbox({ label, mixed = false, className, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  // A label around the lone box as well: the area that takes a click is then 24 px wide.
  return (
    <label
      className={classNames(
        'inline-flex items-center',
        label ? 'min-h-6 gap-2' : 'size-6 justify-center',
        rest.disabled && 'text-muted',
        className,
      )}
    >
      <input type="checkbox" {...rest} ref={box} className="tick" />
      {label}
    </label>
  );
}

/** Whether a checkbox was ticked with Shift held, to extend a range: its change comes from a click. */
export const isShiftHeld = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
