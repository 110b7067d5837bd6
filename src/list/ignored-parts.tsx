import { Trans, useLingui } from '@lingui/react/macro';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import type { ListAddress } from './list-address.ts';

/** Names the parts of a list's URL that were dropped. */
export function IgnoredParts(address: Pick<ListAddress, 'leftOut'>) {
  const { t, i18n } = useLingui();
  if (address.leftOut.length === 0) return null;
  const leftOut = formatList(i18n.locale, address.leftOut);
  return (
    <Notice tone="warn" mark={t`Ignored`}>
      <Trans>Ignored URL parameters: {leftOut}</Trans>
    </Notice>
  );
}
