import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { drafts } from '#contract/drafts.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { type AnyFilterSpec, filterLabel } from '#src/list/filter-spec.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { formatList } from '#src/ui/text/format-list.ts';

interface ClientFilterNoticeProps {
  /** The request of the list. */
  query: Partial<ListQuery>;
  filters: readonly AnyFilterSpec[];
}

const STATES: readonly AnyFilterSpec[] = [
  { name: 'in_review', label: msg`In review` },
  { name: 'approved', label: msg`Approved` },
  { name: 'rejected', label: msg`Rejected` },
];

/** Warns about filters that the service does not support: they apply client-side, to the loaded drafts only. */
export function ClientFilterNotice({ query: { filter = {} }, filters }: ClientFilterNoticeProps) {
  const { t, i18n } = useLingui();
  const names = useUnsupportedFilters(drafts).filter((name) => name in filter);
  if (names.length === 0) return null;
  const wordsOf = (name: string) =>
    filterLabel(i18n, [...filters, ...STATES].find((spec) => spec.name === name) ?? { name });
  const words = formatList([...new Set(names.map(wordsOf))]);
  return (
    <Notice tone="warn" mark={t`Filtered in this browser`}>
      <Trans>This server doesn’t support these filters, so they apply only to the drafts loaded so far: {words}</Trans>
    </Notice>
  );
}
