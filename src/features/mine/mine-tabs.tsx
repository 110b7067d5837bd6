import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { drafts } from '#contract/drafts.ts';
import { totalQuery } from '#src/api/queries.ts';
import { paths } from '#src/paths.ts';
import { TabCount, Tabs, tabClass } from '#src/ui/tabs.tsx';
import { type MineTab, tabQuery } from './mine-address.ts';

/** Tabs by draft state, with a count of unread verdicts. */
export function MineTabs({ tab, authorId }: { tab: MineTab; authorId: string }) {
  const { t, i18n } = useLingui();
  const unread = useQuery(totalQuery(drafts, { created_user_id: authorId, resolved: '1', read: '0' })).data;
  const link = (name: MineTab, label: ReactNode, count?: ReactNode) => (
    <Link to={paths.mine(tabQuery(name))} aria-current={tab === name ? 'page' : undefined} className={tabClass}>
      {label}
      {count !== undefined && <TabCount>{count}</TabCount>}
    </Link>
  );
  return (
    <Tabs label={t`State`} className="border-line border-b">
      {link(
        'unread',
        <Trans>Unread</Trans>,
        unread?.total === undefined ? undefined : i18n.number(unread.total) + (unread.isTotalMinimum ? '+' : ''),
      )}
      {link('in_review', <Trans>In review</Trans>)}
      {link('approved', <Trans>Approved</Trans>)}
      {link('rejected', <Trans>Rejected</Trans>)}
      {link('all', <Trans>All</Trans>)}
    </Tabs>
  );
}
