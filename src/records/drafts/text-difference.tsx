import { Trans, useLingui } from '@lingui/react/macro';
import { diffWords } from 'diff';
import { useDeferredValue, useMemo } from 'react';

/** With more words changed than this, two texts are two texts; and comparing takes the square of it. */
const MOST_CHANGES = 1_000;

/** What was taken out of a text and what was put in, word by word; words as the language of the page has them. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  const { i18n } = useLingui();
  // Comparing long texts takes longer than a key press may.
  const shown = useDeferredValue(after);
  const parts = useMemo(() => compare(before, shown, i18n.locale), [before, shown, i18n.locale]);
  return (
    <figure>
      <figcaption className="text-muted text-sm">
        <Trans>Changes</Trans>
      </figcaption>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {parts.map(({ added, removed, value }, index) => {
          // The parts of one comparison have no other identity than their place.
          const key = index;
          if (added) return <ins key={key}>{value}</ins>;
          if (removed) return <del key={key}>{value}</del>;
          return <span key={key}>{value}</span>;
        })}
      </p>
    </figure>
  );
}

function compare(before: string, after: string, locale: string) {
  const intlSegmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  const whole = [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  return diffWords(before, after, { intlSegmenter, maxEditLength: MOST_CHANGES }) ?? whole;
}
