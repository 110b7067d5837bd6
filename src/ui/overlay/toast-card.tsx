import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useCallback } from 'react';
import { useLatest } from '#src/lib/hooks/use-latest.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { Countdown } from '#src/ui/text/countdown.tsx';
import { dismissToast, type Toast } from './toasts.ts';

const marks = { good: 'approved', warn: 'warn', bad: 'danger' } as const;

/** One toast: its text, action and dismiss button. */
export function ToastCard({ toast, onFocusLost }: { toast: Toast; onFocusLost: () => void }) {
  const { t } = useLingui();
  const leave = useLatest(onFocusLost);
  const card = useCallback(
    (element: HTMLDivElement) => () => {
      if (element.contains(document.activeElement)) leave.current();
    },
    [],
  );
  const { tone = 'plain' } = toast;
  const action = toast.action?.isOffered?.() === false ? undefined : toast.action;
  const act = () => {
    dismissToast(toast.id);
    action?.onAct();
  };
  return (
    <div
      ref={card}
      className="floating pointer-events-auto flex min-h-11 w-full max-w-90 items-center gap-1 py-1 ps-3 pe-1"
    >
      <div className="me-auto flex min-w-0 gap-2 py-1">
        {tone !== 'plain' && (
          <StatusBadge status={marks[tone]} wordless className="h-5">
            {tone === 'good' ? t`Done` : tone === 'warn' ? t`Warning` : t`Error`}
          </StatusBadge>
        )}
        <div className="min-w-0">
          <p dir="auto">{toast.text}</p>
          {toast.detail && (
            <p dir="auto" className="line-clamp-3 text-muted text-sm">
              {toast.detail}
            </p>
          )}
        </div>
      </div>
      {toast.until !== undefined && <Countdown until={toast.until} className="px-1 text-muted" />}
      {action && (
        <Button kind="quiet" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton label={t`Dismiss`} onClick={() => dismissToast(toast.id)}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
