import type { ReactNode } from 'react';

/** Why there is nothing here, in one sentence, and the action to take. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center text-muted">
      <p className="max-w-dialog text-balance">{children}</p>
      {action}
    </div>
  );
}
