import { type ReactNode, useId } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { FieldContext, type FieldWiring, labelId } from './input.tsx';

interface FieldProps {
  label: ReactNode;
  /** Help text; screen readers read it before the error. */
  hint?: ReactNode;
  /** Validation error of the value. */
  error?: ReactNode;
  required?: boolean;
  /** Hides the label visually. */
  labelHidden?: boolean;
  /** Content beside the label, such as a reset button. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Label, control, hint and error, linked for accessibility. Controls of this folder use the wiring from context. */
export function Field({ label, hint, error, required, labelHidden, aside, className, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const wiring: FieldWiring = {
    id,
    required,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <div className={labelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-2'}>
        <label id={labelId(id)} htmlFor={id} className="font-medium">
          {label}
          {required && (
            <span aria-hidden="true" className="text-bad">
              {' *'}
            </span>
          )}
        </label>
        {aside}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The error of an input that has no `Field` around it. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className="text-sm">
      <StatusBadge status="danger" className="whitespace-normal">
        {children}
      </StatusBadge>
    </p>
  );
}
