import { Trans, useLingui } from '@lingui/react/macro';
import { History } from 'lucide-react';
import { drafts } from '#contract/drafts.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { EarlierMessages, LaterMessages } from '#src/domain/conversation/around-draft.tsx';
import { UnderlinedText } from '#src/domain/keywords/underlined-text.tsx';
import { startCase } from '#src/lib/start-case.ts';
import { FilterControl } from '#src/list/filter-control.tsx';
import { isRecentOpen } from '#src/outbox/recent-open.ts';
import { RowFailure } from '#src/outbox/row-failure.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { AboveBar } from './draft/above-bar.tsx';
import { BarPlace } from './draft/bar-place.tsx';
import { EditForm } from './draft/edit-form.tsx';
import { DraftBrief } from './facts/draft-brief.tsx';
import { DraftFacts } from './facts/draft-facts.tsx';
import { reviewFilters } from './review-filters.ts';
import type { ReviewAddress } from './review-query.ts';
import { KeywordSource } from './rules/keyword-source.ts';

/** Warns about filters that the service does not support: they apply client-side, to the loaded drafts only. */
function ClientFilterNotice({ address: { tab, query } }: { address: ReviewAddress }) {
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

/** Opens the drawer of recent actions. */
function RecentButton() {
  const { t } = useLingui();
  return (
    <IconButton label={t`Recent actions`} onClick={() => isRecentOpen.set(true)}>
      <History aria-hidden="true" />
    </IconButton>
  );
}

/** Parts of the page that load right after the first screen. In one chunk, because many small ones take longer. */
export const partsAfterStart = {
  AboveBar,
  BarPlace,
  ClientFilterNotice,
  DraftBrief,
  DraftFacts,
  EarlierMessages,
  EditForm,
  FilterControl,
  KeywordSource,
  LaterMessages,
  RecentButton,
  RowFailure,
  SelectionBar,
  UnderlinedText,
};
