import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { keywords } from '#contract/keywords.ts';
import { PageTitle } from '#src/crud/page-title.tsx';
import { RequestError } from '#src/crud/request-error.tsx';
import { useHiddenIds } from '#src/crud/undoable-delete.ts';
import { paths } from '#src/paths.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Field } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Textarea } from '#src/ui/textarea.tsx';
import { tooltip } from '#src/ui/tooltip.ts';
import { allKeywordsQuery } from '../list/all-keywords.ts';
import { MarkedSentence } from './marked-sentence.tsx';
import { matchKeywords } from './match-keywords.ts';
import { MatchList } from './match-list.tsx';
import { UnreachableList } from './unreachable-list.tsx';

/** Tests keywords against a sample message: matches, overlaps, and keywords that can never match. */
export function Component() {
  const { t, i18n } = useLingui();
  const { data: all, error, refetch, isFetching } = useQuery(allKeywordsQuery());
  const hidden = useHiddenIds(keywords);
  const [sentence, setSentence] = useState('');
  const [isWholeWords, setWholeWords] = useState(true);
  const rows = useMemo(() => (all?.rows ?? []).filter(({ id }) => !hidden.has(id)), [all, hidden]);
  const matches = useMemo(() => matchKeywords(sentence, rows, { isWholeWords }), [sentence, rows, isWholeWords]);
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
                    <MarkedSentence sentence={sentence} places={matches.places} />
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
