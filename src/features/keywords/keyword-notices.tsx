import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { cancelKeywordLoad, readProgress } from '#src/domain/keywords/all-keywords.ts';
import { DraftNotSavedNotice, OpenElsewhereNotice } from '#src/form/draft/draft-conflict-notice.tsx';
import { ValueList } from '#src/form/more-fields.tsx';
import { useStore } from '#src/lib/store.ts';
import { RefreshFailedNotice } from '#src/list/query-notices.tsx';
import { errorMessage } from '#src/page/error-message.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { Progress } from '#src/ui/feedback/progress.tsx';
import type { RowEdit } from '../keyword-grid/row-edits.ts';
import { focusRow, keywordColumnLabel } from '../keyword-grid/row-notice.tsx';
import type { RowEditing } from '../keyword-grid/use-row-edits.ts';
import type { KeywordList } from './use-keyword-list.ts';

export function KeywordNotices({ list, editing }: { list: KeywordList; editing: RowEditing }) {
  return (
    <>
      <ReadingNotice list={list} />
      <UnsavedNotice list={list} editing={editing} />
    </>
  );
}

function ReadingNotice({ list: { all, error, isReading, readAgain } }: { list: KeywordList }) {
  const { t, i18n } = useLingui();
  const { read, total } = useStore(readProgress);
  if (!all) return null;
  const readAgainButton = (
    <Button busy={isReading} onClick={readAgain}>
      <Trans>Reload</Trans>
    </Button>
  );
  if (isReading) {
    if (read === 0 || total === undefined || read >= total) return null;
    return (
      <div className="flex items-center gap-4 border-line border-b px-4 py-2">
        <Progress
          className="max-w-72 flex-1"
          label={
            <Trans>
              Loading {{ readText: i18n.number(read) }} of {{ totalText: i18n.number(total) }} keywords
            </Trans>
          }
          value={read}
          max={total}
        />
        <Button size="small" onClick={cancelKeywordLoad}>
          <Trans>Stop loading</Trans>
        </Button>
      </div>
    );
  }
  const count = i18n.number(all.rows.length);
  if (all.isWhole) {
    const result = { error, isFetching: false, dataUpdatedAt: all.readAt, refetch: readAgain };
    return <RefreshFailedNotice result={result} />;
  }
  if (error) {
    return (
      <Notice tone="bad" mark={t`Incomplete`} action={readAgainButton}>
        {errorMessage(error)} <Trans>Only {count} keywords were loaded.</Trans>
      </Notice>
    );
  }
  return (
    <Notice tone="warn" mark={t`Incomplete`} action={readAgainButton}>
      <Trans>Only {count} keywords were loaded. Search, import and tests use only these.</Trans>
    </Notice>
  );
}

/**
 * Unsaved edits that no listed row shows, such as ones restored from an earlier visit. Those of deleted rows are shown
 * here, to be copied.
 */
function UnsavedNotice({ list: { all, rows }, editing }: { list: KeywordList; editing: RowEditing }) {
  const { edits, openId, isKept, isShared, saveAll, discard } = editing;
  const isListed = (id: string) => rows.some((row) => row.id === id);
  const isUnseen = (id: string, { state }: RowEdit) => (state === 'failed' ? !isListed(id) : state === 'typed');
  const gone = all?.isWhole ? editing.editsWithoutRow : [];
  const isGone = (id: string) => gone.some((edit) => edit.id === id);
  const listed = [...edits].flatMap(([id, edit]) => (id !== openId && !isGone(id) && isUnseen(id, edit) ? [id] : []));
  const left = [...listed, ...gone.map(({ id }) => id)];
  return (
    <>
      {!isKept && edits.size > 0 && <DraftNotSavedNotice />}
      {isShared && <OpenElsewhereNotice />}
      {left.length > 0 && (
        <Notice
          action={
            <span className="flex gap-2">
              {listed.length > 0 && (
                <Button
                  onClick={() => {
                    saveAll();
                    focusRow(listed[0] ?? '');
                  }}
                >
                  <Trans>Save all</Trans>
                </Button>
              )}
              <Button kind="quiet" onClick={() => discard(left)}>
                <Trans>Discard</Trans>
              </Button>
            </span>
          }
        >
          <Plural value={left.length} one="# row has unsaved changes" other="# rows have unsaved changes" />
          {gone.map(({ id, texts }) => (
            <div key={id}>
              <Trans>This record has been deleted.</Trans>
              <ValueList values={texts} labelOf={keywordColumnLabel} />
            </div>
          ))}
        </Notice>
      )}
    </>
  );
}
