import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { type MineTab, tabQuery } from './mine-address.ts';

const words: Record<MineTab, ReactNode> = {
  unread: <Trans>You have read every verdict.</Trans>,
  in_review: <Trans>None of your drafts waits for a decision.</Trans>,
  approved: <Trans>None of your drafts has been approved yet.</Trans>,
  rejected: <Trans>None of your drafts has been rejected.</Trans>,
  all: <Trans>You have not written a draft yet. Drafts are written in a room.</Trans>,
};

/** Empty state of a tab. */
export function NothingMine({ tab }: { tab: MineTab }) {
  const isAll = tab === 'all';
  return (
    <EmptyState
      action={
        <Link to={isAll ? paths.rooms() : paths.mine(tabQuery('all'))} className={buttonClass()}>
          {isAll ? <Trans>Go to the rooms</Trans> : <Trans>Show all my drafts</Trans>}
        </Link>
      }
    >
      {words[tab]}
    </EmptyState>
  );
}
