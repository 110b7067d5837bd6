import { Trans, useLingui } from '@lingui/react/macro';
import { useErrorSentence } from '#src/crud/use-error-sentence.ts';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { readProgress, stopReading } from './all-keywords.ts';
import type { KeywordList } from './use-keyword-list.ts';

/** Loading progress of the keywords, with actions if the list is incomplete. */
export function ReadingNotice({ list: { all, error, isReading, readAgain } }: { list: KeywordList }) {
  const { t, i18n } = useLingui();
  const sentence = useErrorSentence();
  const { read, total } = useStore(readProgress);
  if (!all) return null;
  const readAgainButton = (
    <Button busy={isReading} onClick={readAgain}>
      <Trans>Read again</Trans>
    </Button>
  );
  if (isReading) {
    if (read === 0 || total === undefined || read >= total) return null;
    const [readText, totalText] = [i18n.number(read), i18n.number(total)];
    return (
      <div className="flex items-center gap-4 border-line border-b px-4 py-2">
        <Progress
          className="max-w-72 flex-1"
          label={
            <Trans>
              Reading {readText} of {totalText} keywords
            </Trans>
          }
          value={read}
          max={total}
        />
        <Button size="small" onClick={stopReading}>
          <Trans>Stop reading</Trans>
        </Button>
      </div>
    );
  }
  const count = i18n.number(all.rows.length);
  const asOf = i18n.date(new Date(all.readAt), { timeStyle: 'medium' });
  if (error) {
    return (
      <Notice tone="bad" mark={all.isWhole ? t`Old` : t`Incomplete`} action={readAgainButton}>
        {sentence(error)}{' '}
        {all.isWhole ? <Trans>These rows are as of {asOf}.</Trans> : <Trans>Only {count} keywords were read.</Trans>}
      </Notice>
    );
  }
  if (all.isWhole) return null;
  return (
    <Notice tone="warn" mark={t`Incomplete`} action={readAgainButton}>
      <Trans>Only {count} keywords were read; searching, importing and trying see no others.</Trans>
    </Notice>
  );
}
