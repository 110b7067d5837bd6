import { Trans } from '@lingui/react/macro';
import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router';
import { ApiError } from '#src/api/errors.ts';
import { RequestError } from '#src/crud/request-error.tsx';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button-class.ts';

/** What stands in a page's place when it cannot be shown. */
export function PageError() {
  const thrown = useRouteError();
  const revalidator = useRevalidator();
  // The router knows no page at the address: to a person that is the same as a record that is gone.
  const error = isRouteErrorResponse(thrown) && thrown.status === 404 ? new ApiError('refused', 404) : thrown;
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 p-4">
      <RequestError error={error} onRetry={() => void revalidator.revalidate()} />
      <Link to={paths.review()} className={buttonClass({ kind: 'quiet' })}>
        <Trans>Go to the review queue</Trans>
      </Link>
    </div>
  );
}
