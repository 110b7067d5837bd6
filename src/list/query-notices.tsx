import { Trans, useLingui } from '@lingui/react/macro';
import type { Resource } from '#contract/resource.ts';
import { errorMessage } from '#src/page/error-message.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import type { ListAddress } from './list-address.ts';
import type { ListResult } from './local-search.ts';

/** Names the parts of a list's URL that were dropped. */
export function IgnoredParametersNotice(address: Pick<ListAddress, 'leftOut'>) {
  const { t } = useLingui();
  if (address.leftOut.length === 0) return null;
  return (
    <Notice tone="warn" mark={t`Ignored`}>
      <Trans>Ignored URL parameters: {{ leftOut: formatList(address.leftOut) }}</Trans>
    </Notice>
  );
}

type Refresh = Pick<ListResult<Resource>, 'error' | 'isFetching' | 'refetch' | 'dataUpdatedAt'>;

/** Says that loaded rows could not be refreshed, and why. */
export function RefreshFailedNotice({ result }: { result: Refresh }) {
  const { t, i18n } = useLingui();
  if (!result.error) return null;
  return (
    <Notice
      tone="bad"
      mark={t`Not up to date`}
      action={
        <Button busy={result.isFetching} onClick={() => void result.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {errorMessage(result.error)}{' '}
      <Trans>Showing rows as of {i18n.date(new Date(result.dataUpdatedAt), { timeStyle: 'medium' })}.</Trans>
    </Notice>
  );
}
