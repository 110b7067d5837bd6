import { Trans, useLingui } from '@lingui/react/macro';
import { Notice } from '#src/ui/notice.tsx';

/** Says that another reviewer decided while the user was typing. The text stays and is not sent. */
export function TooLate() {
  const { t } = useLingui();
  return (
    <div role="status">
      <Notice tone="warn" mark={t`Too late`}>
        <Trans>Somebody else decided while you were typing. Your text was not sent; you can still copy it.</Trans>
      </Notice>
    </div>
  );
}
