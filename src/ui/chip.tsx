import { X } from 'lucide-react';
import type { ReactNode } from 'react';

const focusIt = (button: HTMLElement | null) => button?.focus();

/** A removable choice: a filter, a member. */
export function Chip({
  children,
  removeLabel,
  onRemove,
  onOpen,
  takesFocus = false,
}: {
  children: ReactNode;
  /** Label such as "Remove Mina". */
  removeLabel: string;
  onRemove: () => void;
  /** Makes the label a button that opens the choice. */
  onOpen?: () => void;
  /** Whether its remove button takes the focus when it appears. */
  takesFocus?: boolean;
}) {
  const words = { dir: 'auto', className: 'ring-inside truncate rounded-box ps-2', children };
  return (
    <span className="inline-flex h-6 max-w-full items-center rounded-box bg-pressed text-sm pointer-coarse:h-11">
      {onOpen ? <button type="button" {...words} onClick={onOpen} /> : <span {...words} />}
      <button
        type="button"
        aria-label={removeLabel}
        ref={takesFocus ? focusIt : undefined}
        onClick={onRemove}
        className="ring-inside inline-flex size-6 shrink-0 items-center justify-center rounded-box text-muted hover:text-ink pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  );
}
