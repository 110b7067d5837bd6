import { Trans, useLingui } from '@lingui/react/macro';
import { Notice } from '#src/ui/notice.tsx';

/** Says that a draft would be lost with the page: browser storage is full or forbidden. */
export function NotKept() {
  const { t } = useLingui();
  return (
    <div role="status">
      <Notice tone="warn" mark={t`Not kept`}>
        <Trans>This browser does not keep what you type. Send it before you leave.</Trans>
      </Notice>
    </div>
  );
}
