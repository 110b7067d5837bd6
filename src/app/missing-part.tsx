import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { versionQuery } from '#src/api/served-version.ts';
import { RequestError } from '#src/crud/request-error.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { reloadPage } from './offline/reload-page.ts';

/** Why parts of the program could not be loaded, as the build tells it. */
const failures = new WeakSet<object>();

window.addEventListener('vite:preloadError', ({ payload }) => failures.add(payload));

/** Whether an error is that a part of the program could not be loaded. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && failures.has(error);

/** A part of the program that the server no longer has, mostly since a newer one is there. */
export function MissingPart() {
  const { data: isNew, error, isFetching, refetch } = useQuery({ ...versionQuery, staleTime: 0 });
  if (error) return <RequestError error={error} onRetry={() => void refetch()} />;
  // What was found out before this part was missing tells nothing.
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
