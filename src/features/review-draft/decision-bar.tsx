import { Trans, useLingui } from '@lingui/react/macro';
import { memo, type ReactNode } from 'react';
import type { Decision } from '#src/api/decision.ts';
import { type Draft, isDecidable } from '#src/domain/drafts/draft.ts';
import { usePendingIds } from '#src/outbox/outbox-store.ts';
import type { DraftCommands } from '#src/outbox/use-draft-commands.ts';
import { Button, ignoreDoubleClick } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { thumbBarClass } from '#src/ui/layout/page-header.tsx';
import { DecisionBlockedNotice } from '../review-queue/lazy-components.ts';

interface ButtonsProps {
  commands: DraftCommands;
  selectedCount: number;
  decideSelected: (kind: Decision['kind']) => void;
}

interface DecisionBarProps extends ButtonsProps {
  draft: Draft;
  /** Content between the buttons: the draft's place in the queue, and the visitor's wait. */
  children: ReactNode;
}

/**
 * The bar at the foot of a draft, of constant height: buttons to decide on the selected drafts, or else on the open
 * one. An open form has its own buttons instead.
 */
export function DecisionBar({ draft, children, ...buttons }: DecisionBarProps) {
  const { t } = useLingui();
  const isForm = buttons.commands.form !== undefined;
  const isPending = usePendingIds().includes(draft.id);
  const hasButtons = !isForm && (buttons.selectedCount > 0 || (isDecidable(draft) && !isPending));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields of a form; these act at once.
    <div
      role="group"
      aria-label={t`Decision`}
      className={classNames(
        'flex min-h-14 items-center gap-2 border-line border-t px-4 py-2 md:px-6',
        thumbBarClass,
        // In a narrow window the header shows the same text, and the floating outbox bar takes this place instead of
        // covering the form.
        isForm ? 'max-md:invisible' : 'outbox-foot',
      )}
    >
      {hasButtons && <FirstButtons {...buttons} />}
      {hasButtons || isForm ? (
        // A narrow window shows this in its header.
        <span className="min-w-0 flex-1 text-balance text-center text-muted text-sm max-md:hidden">{children}</span>
      ) : (
        <DecisionBlockedNotice draft={draft} />
      )}
      {hasButtons && <ApproveButton {...buttons} />}
    </div>
  );
}

// The buttons are memoized: they do not change with the draft.

const FirstButtons = memo(function FirstButtons({ commands, selectedCount, decideSelected }: ButtonsProps) {
  const { i18n } = useLingui();
  if (selectedCount > 0) {
    return (
      <Button shortcut="r" onClick={() => decideSelected('reject')}>
        <Trans>Reject {{ count: i18n.number(selectedCount) }}</Trans>
      </Button>
    );
  }
  return (
    <>
      <Button shortcut="r" autoFocus={commands.closedForm === 'reject'} onClick={() => commands.openForm('reject')}>
        <Trans>Reject</Trans>
      </Button>
      <Button shortcut="e" autoFocus={commands.closedForm === 'edit'} onClick={() => commands.openForm('edit')}>
        <Trans>Edit</Trans>
      </Button>
    </>
  );
});

const ApproveButton = memo(function ApproveButton({ commands, selectedCount, decideSelected }: ButtonsProps) {
  const { i18n } = useLingui();
  const isOfSelection = selectedCount > 0;
  return (
    <Button
      kind="primary"
      shortcut="a"
      className="px-5"
      onClick={isOfSelection ? () => decideSelected('approve') : ignoreDoubleClick(() => commands.approve())}
    >
      {isOfSelection ? <Trans>Approve {{ count: i18n.number(selectedCount) }}</Trans> : <Trans>Approve</Trans>}
    </Button>
  );
});
