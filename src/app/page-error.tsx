import { Trans } from '@lingui/react/macro';
import { Link, useRevalidator, useRouteError } from 'react-router';
import { ApiError } from '#src/api/errors.ts';
import { RequestError } from '#src/crud/request-error.tsx';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button-class.ts';

/** What stands in a page's place when it cannot be shown. */
export function PageError() {
  const error = useRouteError();
  const revalidator = useRevalidator();
  return <Instead error={error} onRetry={() => void revalidator.revalidate()} />;
}

/** What stands at an address that is no page's. */
export function NoSuchPage() {
  return <Instead error={new ApiError('refused', 404)} />;
}

function Instead({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <RequestError error={error} onRetry={onRetry}>
      <Link to={paths.review()} className={buttonClass()}>
        <Trans>Go to the review queue</Trans>
      </Link>
    </RequestError>
  );
}
