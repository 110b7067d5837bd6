import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import type { Resource } from '#contract/resource.ts';
import { Button } from '#src/ui/button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { listWords } from '#src/ui/list-words.ts';
import { Notice } from '#src/ui/notice.tsx';
import type { AnyFilterSpec } from './filter-spec.ts';
import { humanise } from './humanise.ts';
import { useErrorSentence } from './use-error-sentence.ts';
import type { List } from './use-list.ts';

/** Notices above the rows: stale data, or a list that differs from what was requested. */
export function ListNotices<R extends Resource>({
  list,
  filters,
}: {
  list: List<R>;
  filters: readonly AnyFilterSpec[];
}) {
  const { state, result, rows, lacking } = list;
  const { t, i18n } = useLingui();
  const pathname = useLocation().pathname;
  const sentence = useErrorSentence();
  const wordsOf = (name: string) => {
    const label = filters.find((spec) => spec.name === name)?.label;
    return label ? i18n._(label) : humanise(name);
  };
  const leftOut = listWords(i18n.locale, state.leftOut);
  const lackingWords = listWords(i18n.locale, lacking.map(wordsOf));
  const warnings = result.data?.warnings ?? [];
  return (
    <>
      {result.error && rows && (
        <Notice
          tone="bad"
          mark={t`Old`}
          action={
            <Button busy={result.isFetching} onClick={() => void result.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {sentence(result.error)}{' '}
          <Trans>These rows are as of {i18n.date(new Date(result.dataUpdatedAt), { timeStyle: 'medium' })}.</Trans>
        </Notice>
      )}
      {list.hasMoved && (
        <Notice
          tone="warn"
          mark={t`Changed`}
          action={
            <Link to={pathname + state.pageSearch(1)} className={buttonClass({ size: 'small' })}>
              <Trans>To the first page</Trans>
            </Link>
          }
        >
          <Trans>The list has changed since the page before: some rows were passed over, or come again here.</Trans>
        </Notice>
      )}
      {leftOut && (
        <Notice tone="warn" mark={t`Left out`}>
          <Trans>Parts of the address are not understood and do not count: {leftOut}</Trans>
        </Notice>
      )}
      {lackingWords && (
        <Notice tone="warn" mark={t`Left out`}>
          <Trans>This tenant does not have these filters, so they do not count: {lackingWords}</Trans>
        </Notice>
      )}
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn" mark={t`The service says`}>
          <bdi>{warning}</bdi>
        </Notice>
      ))}
    </>
  );
}
