import { Plural, Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { drafts } from '#contract/drafts.ts';
import type { ListPage } from '#src/api/read-document.ts';
import { RequestError } from '#src/crud/request-error.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { DraftList } from './draft-list.tsx';
import type { QueueItem } from './queue-item.ts';
import type { ReviewAddress } from './review-query.ts';

interface ReviewQueueProps {
  address: ReviewAddress;
  list: UseQueryResult<ListPage<typeof drafts>>;
  items: QueueItem[];
  selectedId: string | undefined;
}

/** The list of the queue in each of its states. */
export function ReviewQueue({ address, list, items, selectedId }: ReviewQueueProps) {
  const { data, error, refetch } = list;
  const again = () => void refetch();
  if (!data)
    return error ? <RequestError error={error} onRetry={again} /> : <SkeletonRows rows={12} className="h-16" />;
  return (
    <>
      {error && (
        <Notice
          tone="warn"
          action={
            <Button size="small" onClick={again}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>The queue could not be read again. What you see is older.</Trans>
        </Notice>
      )}
      {items.length === 0 ? (
        <EmptyQueue address={address} />
      ) : (
        <DraftList items={items} query={address.query} selectedId={selectedId} />
      )}
      <Pages address={address} page={data} />
    </>
  );
}

function EmptyQueue({ address }: { address: ReviewAddress }) {
  const isSearched = Object.keys(address.query.filter).some((name) => name !== address.tab);
  if (isSearched) {
    return (
      <EmptyState
        action={
          <Link to={paths.review({ filter: { [address.tab]: '1' } })} className={buttonClass()}>
            <Trans>Clear filters</Trans>
          </Link>
        }
      >
        <Trans>No draft matches.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState>
      {address.tab === 'in_review' ? (
        <Trans>Nothing waits for review. Well done.</Trans>
      ) : (
        <Trans>There are no drafts here yet.</Trans>
      )}
    </EmptyState>
  );
}

/** Says what of a long queue is shown, and leads to the rest. */
function Pages({ address: { query }, page }: { address: ReviewAddress; page: ListPage<typeof drafts> }) {
  const number = query.page.number ?? 1;
  if (number === 1 && !page.hasNext) return null;
  const to = (next: number) => paths.review({ ...query, page: { number: next } });
  const count = page.rows.length;
  return (
    <nav className="flex items-center gap-2 px-4 py-2 text-muted text-sm">
      <Plural value={count} one="# draft on this page" other="# drafts on this page" />
      <span className="ms-auto flex gap-2">
        {number > 1 && (
          <Link to={to(number - 1)} className={buttonClass({ size: 'small' })}>
            <Trans>Previous</Trans>
          </Link>
        )}
        {page.hasNext && (
          <Link to={to(number + 1)} className={buttonClass({ size: 'small' })}>
            <Trans>Next</Trans>
          </Link>
        )}
      </span>
    </nav>
  );
}
