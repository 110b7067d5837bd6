import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { useHiddenIds } from '#src/bulk/delete-with-undo.ts';
import { allKeywordsQuery } from '#src/domain/keywords/all-keywords.ts';
import type { Keyword } from '#src/domain/keywords/keyword.ts';
import { indexKeywords } from '#src/domain/keywords/keyword-index.ts';
import { findUnreachable, matchKeywords, wonPlaces } from '#src/domain/keywords/match-keywords.ts';
import { PageTitle } from '#src/page/page-title.tsx';
import { RequestError } from '#src/page/request-error.tsx';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/feedback/notice.tsx';
import { SkeletonRows } from '#src/ui/feedback/skeleton.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { tooltip } from '#src/ui/overlay/tooltip-layer.tsx';
import { MarkedSentence, MatchList } from './match-list.tsx';

/** Tests keywords against a sample message: matches, overlaps, and keywords that can never match. */
export function Component() {
  const { t, i18n } = useLingui();
  const { data: all, error, refetch, isFetching } = useQuery(allKeywordsQuery());
  const hidden = useHiddenIds(keywords);
  const [sentence, setSentence] = useState('');
  const [isWholeWords, setWholeWords] = useState(true);
  const rows = useMemo(() => (all?.rows ?? []).filter(({ id }) => !hidden.has(id)), [all, hidden]);
  const index = useMemo(() => indexKeywords(rows), [rows]);
  const matches = useMemo(() => matchKeywords(sentence, index, { isWholeWords }), [sentence, index, isWholeWords]);
  const count = i18n.number(rows.length);
  return (
    <>
      <PageTitle>{t`Keyword bench`}</PageTitle>
      <PageHeader
        title={<Trans>Keyword bench</Trans>}
        back={
          <Link
            to={paths.keywords()}
            aria-label={t`Back to the keywords`}
            {...tooltip(t`Back to the keywords`)}
            className={buttonClass({ kind: 'quiet', square: true })}
          >
            <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
          </Link>
        }
      />
      {all && !all.isWhole && !isFetching && (
        <Notice tone="warn" mark={t`Incomplete`}>
          <Trans>Only {count} keywords were read; no others are tried.</Trans>
        </Notice>
      )}
      <div className="pane overflow-auto">
        {!all && error ? (
          <RequestError error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="mx-auto grid max-w-wide gap-6 px-4 py-4 md:grid-cols-[minmax(0,1fr)_18rem]">
            <div className="flex min-w-0 flex-col gap-4">
              <Field label={<Trans>What a visitor says</Trans>}>
                <Textarea autoFocus value={sentence} onChange={(event) => setSentence(event.target.value)} />
              </Field>
              {!all ? (
                <SkeletonRows rows={3} />
              ) : (
                sentence.trim() !== '' && (
                  <>
                    <MarkedSentence sentence={sentence} won={wonPlaces(matches)} />
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
        <Trans>How matching is assumed to work</Trans>
      </h2>
      <p>
        <Trans>
          The service’s documentation does not say how keywords are found in a message. This page assumes the rules
          below; the chat itself may differ.
        </Trans>
      </p>
      <ul className="flex list-disc flex-col gap-1 ps-4">
        <li>
          <Trans>A keyword matches where its text stands in the message.</Trans>
        </li>
        <li>
          <Trans>Capitals, full-width letters and the number of spaces do not count. Accents do.</Trans>
        </li>
        <li>
          <Trans>Where keywords lie over each other, the longest is taken; of equals, the first in the message.</Trans>
        </li>
        <li>
          <Trans>Of two keywords that are written alike, the older is taken.</Trans>
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

const MOST_SHOWN = 50;

/** Keywords that no sentence can match. */
function UnreachableList({ rows }: { rows: readonly Keyword[] }) {
  const unreachable = useMemo(() => findUnreachable(rows), [rows]);
  const more = unreachable.length - MOST_SHOWN;
  return (
    <section aria-labelledby="bench-unreachable" className="flex flex-col gap-2">
      <h2 id="bench-unreachable" className="font-semibold">
        <Plural
          value={unreachable.length}
          _0="Every keyword can be reached"
          one="# keyword is never reached"
          other="# keywords are never reached"
        />
      </h2>
      <ul className="flex flex-col">
        {unreachable.slice(0, MOST_SHOWN).map(({ keyword, sameAs }) => {
          const other = sameAs?.key_name;
          const { id, key_name: name } = keyword;
          return (
            <li key={id} className="flex flex-wrap gap-2 border-line border-t py-2">
              <Link to={paths.keyword(id)} dir="auto" className="font-medium text-link hover:underline">
                {name.trim() || <Trans>Keyword {id}</Trans>}
              </Link>
              <span className="text-muted">
                {other ? <Trans>is written like the older “{other}”</Trans> : <Trans>holds nothing to look for</Trans>}
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
