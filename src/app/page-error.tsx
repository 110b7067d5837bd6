import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouteError } from 'react-router';
import { ApiError } from '#src/api/errors.ts';
import { PageTitle } from '#src/crud/page-title.tsx';
import { RequestError } from '#src/crud/request-error.tsx';
import { retry } from '#src/lib/router.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { isMissingPart, MissingPart } from './missing-part.tsx';

/** Error boundary of a page. */
export function PageError() {
  const error = useRouteError();
  const { t } = useLingui();
  if (isMissingPart(error)) return <MissingPart />;
  return <Instead title={t`Error`} error={error} onRetry={() => void retry()} />;
}

/** Page for unknown URLs. */
export function NoSuchPage() {
  const { t } = useLingui();
  return <Instead title={t`No such page`} error={new ApiError('refused', 404)} />;
}

interface InsteadProps {
  title: string;
  error: unknown;
  onRetry?: () => void;
}

function Instead({ title, error, onRetry }: InsteadProps) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} />
      <RequestError error={error} onRetry={onRetry}>
        <Link to={paths.review()} className={buttonClass()}>
          <Trans>Go to the review queue</Trans>
        </Link>
      </RequestError>
    </>
  );
}
