import { Trans, useLingui } from '@lingui/react/macro';
import { errorMessage } from '#src/page/error-message.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { formatLastUpdated } from '#src/ui/text/relative-time.tsx';
import type { ListAddress } from './list-address.ts';

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

interface Refresh {
  error: Error | null;
  isFetching: boolean;
  /** In milliseconds since 1970. */
  dataUpdatedAt: number;
  refetch: () => unknown;
}

/** Says that loaded data could not be refreshed, and why. `result`: of a query, or as it would be. */
export function RefreshFailedNotice({ result }: { result: Refresh }) {
  const { t } = useLingui();
  if (!result.error) return null;
  const time = formatLastUpdated(result.dataUpdatedAt);
  return (
    <Notice
      tone="warn"
      mark={t`Not up to date`}
      action={
        <Button size="small" busy={result.isFetching} onClick={() => void result.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {errorMessage(result.error)} <Trans>Showing data as of {time}.</Trans>
    </Notice>
  );
}
