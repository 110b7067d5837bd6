import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { versionQuery } from '#src/api/served-version.ts';
import { RequestError } from '#src/crud/request-error.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { reloadPage } from './offline/reload-page.ts';

/** Errors of failed chunk loads, as reported by Vite. */
const failures = new WeakSet<object>();

window.addEventListener('vite:preloadError', ({ payload }) => failures.add(payload));

/** Whether an error is a failed chunk load. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && failures.has(error);

/** Shown when a chunk fails to load, usually because a newer version was deployed. */
export function MissingPart() {
  const { data: isNew, error, isFetching, refetch } = useQuery({ ...versionQuery, staleTime: 0 });
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
      {isNew ? <Trans>There is a new version.</Trans> : <Trans>A part of this page could not be loaded.</Trans>}{' '}
      <Trans>What you typed is kept, and what you decided is sent.</Trans>
    </EmptyState>
  );
}
