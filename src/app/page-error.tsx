import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteError } from 'react-router';
import { ApiError } from '#src/api/errors.ts';
import { updateCheckQuery } from '#src/api/update-check.ts';
import { listen } from '#src/lib/listen.ts';
import { retry } from '#src/lib/router.ts';
import { TitledHeader } from '#src/page/page-title.tsx';
import { RequestError } from '#src/page/request-error.tsx';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/placeholder.tsx';
import { reloadPage } from './offline/reload-page.ts';

/** Error boundary of a page. */
export function PageError() {
  const error = useRouteError();
  const { t } = useLingui();
  if (isChunkLoadError(error)) return <ChunkLoadErrorNotice />;
  return <Instead title={t`Error`} error={error} onRetry={() => void retry()} />;
}

/** Page for unknown URLs. */
export function NotFoundPage() {
  const { t } = useLingui();
  return <Instead title={t`Page not found`} error={new ApiError('refused', 404)} />;
}

interface InsteadProps {
  title: string;
  error: unknown;
  onRetry?: () => void;
}

function Instead({ title, error, onRetry }: InsteadProps) {
  return (
    <>
      <TitledHeader title={title} />
      <RequestError error={error} onRetry={onRetry}>
        <Link to={paths.review()} className={buttonClass()}>
          <Trans>Go to Review</Trans>
        </Link>
      </RequestError>
    </>
  );
}

/** Errors of failed chunk loads, as reported by Vite. */
const failures = new WeakSet<object>();

listen(window, 'vite:preloadError', ({ payload }) => failures.add(payload));

/** Whether an error is a failed chunk load. */
const isChunkLoadError = (error: unknown): boolean => error instanceof Error && failures.has(error);

/** Shown when a chunk fails to load, usually because a newer version was deployed. */
function ChunkLoadErrorNotice() {
  const { data: isNew, error, isFetching, refetch } = useQuery({ ...updateCheckQuery, staleTime: 0 });
  if (error) return <RequestError error={error} onRetry={() => void refetch()} />;
  // A result cached before the failure is stale.
  if (isNew === undefined || (isFetching && !isNew)) return null;
  return (
    <EmptyState
      action={
        <Button kind="primary" onClick={() => void reloadPage()}>
          <Trans>Reload</Trans>
        </Button>
      }
    >
      {isNew ? <Trans>A new version is available.</Trans> : <Trans>Part of this page couldn’t be loaded.</Trans>}{' '}
      <Trans>Your text stays; pending decisions are sent first.</Trans>
    </EmptyState>
  );
}
