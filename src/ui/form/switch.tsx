import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode;
  /** A second, muted line. */
  hint?: ReactNode;
}

const track =
  'relative h-5 w-8 shrink-0 appearance-none rounded-full border border-edge bg-pressed checked:border-accent checked:bg-accent disabled:opacity-50 forced-colors:appearance-auto';
const knob =
  'before:absolute before:start-0.5 before:top-0.5 before:size-3.5 before:rounded-full before:bg-muted checked:before:start-3.5 checked:before:bg-on-accent forced-colors:before:hidden';

/** A switch that applies at once, without a save button. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <label className={classNames('flex items-start justify-between gap-4 py-1', className)}>
      <span>
        {label}
        {hint && <span className="block text-muted text-sm">{hint}</span>}
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its state without `aria-checked`. */}
      <input type="checkbox" role="switch" {...rest} className={classNames(track, knob)} />
    </label>
  );
}
