import { X } from 'lucide-react';
import type { ReactNode } from 'react';

/** A removable choice: a filter, a member. */
export function Chip({
  children,
  removeLabel,
  onRemove,
}: {
  children: ReactNode;
  /** Label such as "Remove Mina". */
  removeLabel: string;
  onRemove: () => void;
}) {
  return (
    <span className="inline-flex h-6 max-w-full items-center rounded-box bg-pressed ps-2 text-sm">
      <span dir="auto" className="truncate">
        {children}
      </span>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="ring-inside inline-flex size-6 shrink-0 items-center justify-center rounded-box text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  );
}
