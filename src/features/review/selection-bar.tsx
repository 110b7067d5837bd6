import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { Decision } from '#src/api/decision.ts';
import { isDecidable } from '#src/domain/drafts/draft.ts';
import { useBreakpoint } from '#src/lib/use-window-width.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Toolbar, thumbBarClass } from '#src/ui/layout/page-header.tsx';
import { KeystrokeBuffer, requestedComponent } from '#src/ui/lazy-component.tsx';
import type { Queue } from '../review-queue/use-queue.ts';
import type { Selection } from '../review-queue/use-selection.ts';

const BulkDialog = requestedComponent(async () => (await import('./bulk-dialog.tsx')).BulkDialog);
// Preload while the service is reachable; a failed import is retried on use.
void BulkDialog.preload();

interface SelectionBarProps {
  queue: Queue;
  selection: Selection;
  /** The decision whose dialog is open. */
  kind: Decision['kind'] | undefined;
  onDecide: (kind: Decision['kind'] | undefined) => void;
}

/** Actions on the selected drafts. */
export function SelectionBar({ queue, selection, kind, onDecide }: SelectionBarProps) {
  const { t, i18n } = useLingui();
  const [isTakingAll, setTakingAll] = useState(false);
  const isNarrow = !useBreakpoint()('md');
  const { hasMore, readMore, error } = queue;
  // Clearing the selection cancels “Select all”.
  if (isTakingAll && selection.ids.length === 0) setTakingAll(false);
  const finish = useEffectEvent(() => {
    setTakingAll(false);
    selection.setAll(true);
  });
  // “Select all” loads the remaining pages first.
  useEffect(() => {
    if (!isTakingAll) return;
    if (!hasMore) finish();
    else if (error) setTakingAll(false);
    else readMore();
  }, [isTakingAll, hasMore, error, readMore]);
  const chosen = queue.items.filter(({ draft }) => selection.ids.includes(draft.id));
  if (chosen.length === 0 && kind === undefined) return null;
  // Which drafts can be selected is known only once they are loaded: own ones, for example, cannot.
  const number = hasMore ? undefined : i18n.number(queue.items.filter(({ draft }) => isDecidable(draft)).length);
  const selectAll = (hasMore || !selection.isAll) && (
    <Button
      size={isNarrow ? 'normal' : 'small'}
      kind="quiet"
      busy={isTakingAll}
      disabled={hasMore && error !== null}
      onClick={() => setTakingAll(true)}
    >
      {number !== undefined ? (
        <Trans>Select all {number}</Trans>
      ) : isNarrow ? (
        <Trans>Select all</Trans>
      ) : (
        <Trans>Select all you can decide</Trans>
      )}
    </Button>
  );
  const dialog = kind && (
    <BulkDialog kind={kind} items={chosen} onClose={() => onDecide(undefined)} fallback={<KeystrokeBuffer />} />
  );
  if (isNarrow) {
    return (
      <>
        <PhoneSelection count={chosen.length} onDecide={onDecide} onCancel={() => selection.setAll(false)}>
          {selectAll}
        </PhoneSelection>
        {dialog}
      </>
    );
  }
  return (
    <Toolbar label={t`Selected drafts`}>
      <span className="font-medium">
        <Plural value={chosen.length} one="# selected" other="# selected" />
      </span>
      <Button size="small" kind="primary" onClick={() => onDecide('approve')}>
        <Trans>Approve</Trans>
      </Button>
      <Button size="small" onClick={() => onDecide('reject')}>
        <Trans>Reject</Trans>
      </Button>
      {selectAll}
      <IconButton size="small" label={t`Clear selection`} className="ms-auto" onClick={() => selection.setAll(false)}>
        <X aria-hidden="true" />
      </IconButton>
      {dialog}
    </Toolbar>
  );
}

interface PhoneSelectionProps {
  count: number;
  onDecide: (kind: Decision['kind']) => void;
  onCancel: () => void;
  /** Further buttons of the header. */
  children: ReactNode;
}

/** Header and thumb bar of a narrow window while rows of the queue are selected. */
function PhoneSelection({ count, onDecide, onCancel, children }: PhoneSelectionProps) {
  const { t, i18n } = useLingui();
  const number = i18n.number(count);
  return (
    <>
      <header className="order-first flex h-13 shrink-0 items-center gap-2 border-line border-b px-1">
        <Button kind="quiet" className="h-11!" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <h2 className="min-w-0 flex-1 truncate text-center font-semibold">
          <Plural value={count} one="# selected" other="# selected" />
        </h2>
        {children}
      </header>
      <section aria-label={t`Selected drafts`} className={classNames('outbox-foot order-last', thumbBarClass)}>
        <Button onClick={() => onDecide('reject')}>
          <Trans>Reject {number}</Trans>
        </Button>
        <Button kind="primary" onClick={() => onDecide('approve')}>
          <Trans>Approve {number}</Trans>
        </Button>
      </section>
    </>
  );
}
