import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import { Button } from '#src/ui/button.tsx';
import { firstClick } from '#src/ui/first-click.ts';
import type { DraftCommands } from './use-draft-commands.ts';

interface DecisionBarProps {
  canDecide: boolean;
  commands: DraftCommands;
}

/** Buttons to decide on a draft, hidden while a form is open. */
export const DecisionBar = memo(function DecisionBar({ canDecide, commands }: DecisionBarProps) {
  if (!canDecide) {
    return (
      <p className="px-4 pb-3 text-muted">
        <Trans>You may not decide on this draft: it is your own, or deciding is for reviewers.</Trans>
      </p>
    );
  }
  if (commands.form) return null;
  return (
    <div className="flex flex-wrap gap-2 px-4 pb-3">
      <Button kind="primary" shortcut="a" onClick={firstClick(() => commands.approve())}>
        <Trans>Approve</Trans>
      </Button>
      <Button shortcut="r" autoFocus={commands.closedForm === 'reject'} onClick={() => commands.openForm('reject')}>
        <Trans>Reject</Trans>
      </Button>
      <Button shortcut="e" autoFocus={commands.closedForm === 'edit'} onClick={() => commands.openForm('edit')}>
        <Trans>Edit</Trans>
      </Button>
    </div>
  );
});
