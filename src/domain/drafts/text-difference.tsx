import { Trans, useLingui } from '@lingui/react/macro';
import { diffWords } from 'diff';
import { useDeferredValue, useMemo } from 'react';
import { keyedByIndex } from '#src/lib/keyed-by-index.ts';

/** A diff with more changed words is useless to a reader, and its cost is quadratic. */
const MAX_CHANGES = 1_000;

/** Word diff of two texts, segmented by the page's locale. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  const { i18n } = useLingui();
  // Deferred, because a diff of long texts would block typing.
  const shown = useDeferredValue(after);
  const parts = useMemo(() => compareWords(before, shown, i18n.locale), [before, shown, i18n.locale]);
  return (
    <figure>
      <figcaption className="text-muted text-sm">
        <Trans>Changes</Trans>
      </figcaption>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {keyedByIndex(parts).map(({ key, item: { added, removed, value } }) => {
          if (added) return <ins key={key}>{value}</ins>;
          if (removed) return <del key={key}>{value}</del>;
          return <span key={key}>{value}</span>;
        })}
      </p>
    </figure>
  );
}

/** The parts of two texts, word by word; both as a whole if they differ too much. */
export function compareWords(before: string, after: string, locale: string) {
  const intlSegmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  const whole = [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  return diffWords(before, after, { intlSegmenter, maxEditLength: MAX_CHANGES }) ?? whole;
}
