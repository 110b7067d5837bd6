import { Trans, useLingui } from '@lingui/react/macro';
import { drafts } from '#contract/drafts.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { startCase } from '#src/lib/start-case.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { reviewFilters } from '../review-filters.ts';
import type { ReviewAddress } from '../review-query.ts';

/** Warns about filters that the service does not support: they apply client-side, to the loaded drafts only. */
export function ClientFilterNotice({ address: { tab, query } }: { address: ReviewAddress }) {
  const { t, i18n } = useLingui();
  const lacking = useUnsupportedFilters(drafts);
  const asked = tab === 'all' ? query.filter : { ...query.filter, [tab]: '1' };
  const wordsOf = (name: string) => {
    const label = reviewFilters.find((spec) => spec.name === name)?.label;
    return label ? i18n._(label) : startCase(name);
  };
  const names = Object.keys(asked).filter((name) => lacking.includes(name));
  if (names.length === 0) return null;
  const words = formatList(i18n.locale, names.map(wordsOf));
  return (
    <Notice tone="warn" mark={t`Filtered here`}>
      <Trans>
        This tenant does not have these filters, so Countersign looks through what it has read itself: {words}
      </Trans>
    </Notice>
  );
}
