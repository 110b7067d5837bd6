import type { ChangeEvent, ComponentProps, ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** The visible label; without one, pass `aria-label`. */
  label?: ReactNode;
  /** Indeterminate: some but not all are checked. */
  mixed?: boolean;
}

/** A checkbox with an optional label. */
export function Checkbox({ label, mixed = false, className, ...rest }: CheckboxProps) {
  const mark = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = mixed;
  };
  // A lone box has a label element too, which enlarges its click target to 24 px.
  return (
    <label
      className={classNames(
        'inline-flex items-center',
        label ? 'min-h-6 gap-2' : 'size-6 justify-center',
        rest.disabled && 'text-muted',
        className,
      )}
    >
      <input type="checkbox" {...rest} ref={mark} className="tick" />
      {label}
    </label>
  );
}

/** Whether a checkbox was clicked with Shift, to extend a range: its change event stems from a click. */
export const isShiftHeld = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
