import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { suggestionsOf } from '#src/domain/keywords/item-list.ts';
import type { Keyword } from '#src/domain/keywords/keyword.ts';
import type { KeywordMatch, Matches } from '#src/domain/keywords/match-keywords.ts';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';
import { paths } from '#src/paths.ts';
import { Badge } from '#src/ui/badge.tsx';

export function MatchList({ matches: { places, covered }, sentence }: { matches: Matches; sentence: string }) {
  const taken = [
    ...Map.groupBy(
      places.filter(({ coveredBy }) => !coveredBy),
      ({ keyword }) => keyword,
    ),
  ];
  return (
    <>
      <section aria-labelledby="bench-matches" className="flex flex-col gap-2">
        <h2 id="bench-matches" className="font-semibold">
          <span role="status">
            <Plural value={taken.length} _0="No keyword matches" one="# keyword matches" other="# keywords match" />
          </span>
        </h2>
        <ul className="flex flex-col">
          {taken.map(([keyword, at]) => (
            <li key={keyword.id} className="flex flex-col gap-1 border-line border-t py-2">
              <KeywordTitle keyword={keyword} count={at.length} />
              <Suggested items={suggestionsOf(keyword)} />
            </li>
          ))}
        </ul>
      </section>
      {covered.length > 0 && (
        <section aria-labelledby="bench-overlaps" className="flex flex-col gap-2">
          <h2 id="bench-overlaps" className="font-semibold">
            <Trans>Overlapped by other matches</Trans>
          </h2>
          <ul className="flex flex-col">
            {covered.map((keyword) => (
              <li key={keyword.id} className="border-line border-t py-2">
                <KeywordTitle keyword={keyword} count={0} />
                <Covering places={places.filter((place) => place.keyword === keyword)} sentence={sentence} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function KeywordTitle({ keyword, count }: { keyword: Keyword; count: number }) {
  return (
    <p className="flex flex-wrap items-baseline gap-2">
      <Link to={paths.keyword(keyword.id)} dir="auto" className="font-medium text-link hover:underline">
        {keyword.key_name}
      </Link>
      {keyword.key_title && (
        <span dir="auto" className="text-muted">
          {keyword.key_title}
        </span>
      )}
      {count > 1 && (
        <Badge>
          <Plural value={count} one="# time" other="# times" />
        </Badge>
      )}
    </p>
  );
}

function Suggested({ items }: { items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="flex list-disc flex-col gap-0.5 ps-4 text-muted">
      {keyedByIndex(items).map(({ key, item }) => (
        <li key={key} className="wrap-anywhere whitespace-pre-wrap">
          <bdi>{item}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Covering({ places, sentence }: { places: readonly KeywordMatch[]; sentence: string }) {
  return places.map(({ start, end, coveredBy }) => (
    <p key={start} className="text-muted">
      <Trans>
        “{{ text: sentence.slice(start, end) }}” is part of “{{ name: coveredBy?.key_name ?? '' }}”
      </Trans>
    </p>
  ));
}

export function MarkedSentence({ sentence, won }: { sentence: string; won: readonly KeywordMatch[] }) {
  const { t } = useLingui();
  return (
    <p
      aria-label={t`Message with keywords highlighted`}
      role="note"
      dir="auto"
      className="wrap-anywhere whitespace-pre-wrap text-lg"
    >
      {won.map(({ keyword, start, end }, index) => (
        <span key={start}>
          {sentence.slice(won[index - 1]?.end ?? 0, start)}
          <mark
            data-tooltip={keyword.key_name}
            className="rounded-[3px] bg-warn-soft px-0.5 text-ink underline decoration-2 decoration-warn underline-offset-4"
          >
            {sentence.slice(start, end)}
          </mark>
        </span>
      ))}
      {sentence.slice(won.at(-1)?.end ?? 0)}
    </p>
  );
}
