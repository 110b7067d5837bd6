import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { useHiddenIds } from '#src/bulk/delete-with-undo.ts';
import { allKeywordsQuery } from '#src/domain/keywords/all-keywords.ts';
import type { Keyword } from '#src/domain/keywords/keyword.ts';
import { indexKeywords } from '#src/domain/keywords/keyword-index.ts';
import { findUnreachable, matchKeywords, winningMatches } from '#src/domain/keywords/match-keywords.ts';
import { DraftConflictNotice } from '#src/form/draft/draft-conflict-notice.tsx';
import { useDraftText } from '#src/form/draft/use-draft-text.ts';
import { BackToList } from '#src/page/back-to-list.tsx';
import { TitledHeader } from '#src/page/page-title.tsx';
import { RequestError } from '#src/page/request-error.tsx';
import { paths } from '#src/paths.ts';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/ui/feedback/placeholder.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { MarkedSentence, MatchList } from './match-list.tsx';

/** Tests keywords against a sample message: matches, overlaps, and keywords that can never match. */
export function Component() {
  const { t, i18n } = useLingui();
  const { data: all, error, refetch, isFetching } = useQuery(allKeywordsQuery());
  const hidden = useHiddenIds(keywords);
  const { text: sentence, setText: setSentence, ...kept } = useDraftText('keyword-bench');
  const [isWholeWords, setWholeWords] = useState(true);
  const rows = useMemo(() => (all?.rows ?? []).filter(({ id }) => !hidden.has(id)), [all, hidden]);
  const index = useMemo(() => indexKeywords(rows), [rows]);
  const matches = useMemo(() => matchKeywords(sentence, index, { isWholeWords }), [sentence, index, isWholeWords]);
  return (
    <>
      <TitledHeader
        title={t`Test keywords`}
        back={<BackToList path={paths.keywords()} label={t`Back to keywords`} />}
      />
      {all && !all.isWhole && !isFetching && (
        <Notice tone="warn" mark={t`Incomplete`}>
          <Trans>Only {{ count: i18n.number(rows.length) }} keywords were loaded. Only these are tested.</Trans>
        </Notice>
      )}
      <div className="pane overflow-auto">
        {!all && error ? (
          <RequestError error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="grid max-w-wide gap-6 px-4 py-4 md:grid-cols-[minmax(0,1fr)_18rem]">
            <div className="flex min-w-0 flex-col gap-4">
              <Field label={<Trans>Try a message</Trans>}>
                <Textarea autoFocus value={sentence} onChange={(event) => setSentence(event.target.value)} />
              </Field>
              <DraftConflictNotice {...kept} />
              {!all ? (
                <SkeletonRows rows={3} />
              ) : (
                sentence.trim() !== '' && (
                  <>
                    <MarkedSentence sentence={sentence} won={winningMatches(matches)} />
                    <MatchList matches={matches} sentence={sentence} />
                  </>
                )
              )}
              {all && <UnreachableList rows={rows} />}
            </div>
            <Assumption isWholeWords={isWholeWords} onChange={setWholeWords} />
          </div>
        )}
      </div>
    </>
  );
}

/** The matching rules assumed here; the API documentation does not define them. */
function Assumption({ isWholeWords, onChange }: { isWholeWords: boolean; onChange: (isWholeWords: boolean) => void }) {
  return (
    <aside className="flex flex-col gap-2 text-muted">
      <h2 className="font-semibold text-ink">
        <Trans>How matching works (assumed)</Trans>
      </h2>
      <p>
        <Trans>
          How the server matches keywords isn’t documented. This page uses the rules below; the chat may differ.
        </Trans>
      </p>
      <ul className="flex list-disc flex-col gap-1 ps-4">
        <li>
          <Trans>A keyword matches when the message contains it.</Trans>
        </li>
        <li>
          <Trans>Case, full-width letters and extra spaces don’t matter. Accents do.</Trans>
        </li>
        <li>
          <Trans>If matches overlap, the longest wins; then the earliest.</Trans>
        </li>
        <li>
          <Trans>For duplicates, the older one wins.</Trans>
        </li>
      </ul>
      <Checkbox
        label={<Trans>Whole words only</Trans>}
        checked={isWholeWords}
        onChange={(event) => onChange(event.target.checked)}
      />
    </aside>
  );
}

const MAX_SHOWN = 50;

function UnreachableList({ rows }: { rows: readonly Keyword[] }) {
  const unreachable = useMemo(() => findUnreachable(rows), [rows]);
  const more = unreachable.length - MAX_SHOWN;
  return (
    <section aria-labelledby="bench-unreachable" className="flex flex-col gap-2">
      <h2 id="bench-unreachable" className="font-semibold">
        <Plural
          value={unreachable.length}
          _0="All keywords can match"
          one="# keyword can never match"
          other="# keywords can never match"
        />
      </h2>
      <ul className="flex flex-col">
        {unreachable.slice(0, MAX_SHOWN).map(({ keyword, sameAs }) => {
          const other = sameAs?.key_name;
          const { id, key_name: name } = keyword;
          return (
            <li key={id} className="flex flex-wrap gap-2 border-line border-t py-2">
              <Link to={paths.keyword(id)} dir="auto" className="font-medium text-link hover:underline">
                {name.trim() || <Trans>Keyword {id}</Trans>}
              </Link>
              <span className="text-muted">
                {other ? <Trans>duplicate of the older “{other}”</Trans> : <Trans>nothing to match</Trans>}
              </span>
            </li>
          );
        })}
      </ul>
      {more > 0 && (
        <p className="text-muted">
          <Plural value={more} one="and # more" other="and # more" />
        </p>
      )}
    </section>
  );
}
