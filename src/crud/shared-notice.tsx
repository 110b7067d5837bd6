import { Trans, useLingui } from '@lingui/react/macro';
import { Notice } from '#src/ui/notice.tsx';

/** Says that another tab has the same draft open. */
export function SharedNotice() {
  const { t } = useLingui();
  return (
    <div role="status">
      <Notice tone="warn" mark={t`Open in another tab`}>
        <Trans>What you type here is kept beside what is typed there.</Trans>
      </Notice>
    </div>
  );
}
