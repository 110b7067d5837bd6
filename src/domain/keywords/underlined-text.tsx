import { useDeferredValue, useMemo } from 'react';
import { useStore } from '#src/lib/store.ts';
import type { KeywordIndex } from './keyword-index.ts';
import { winningMatches } from './match-keywords.ts';
import { keywordIndex, matchesIn } from './matching-rules.ts';

const nothing: { text: string; index: KeywordIndex | undefined } = { text: '', index: undefined };

/**
 * A text with the keywords in it underlined. The text itself shows at once; the underlines are deferred until the
 * keywords are loaded and the page is idle, and shift no layout.
 */
export function UnderlinedText({ text }: { text: string }) {
  const index = useStore(keywordIndex);
  const wanted = useMemo(() => ({ text, index }), [text, index]);
  const shown = useDeferredValue(wanted, nothing);
  const places = useMemo(() => (shown.index ? winningMatches(matchesIn(shown.index, shown.text)) : []), [shown]);
  if (shown.text !== text || places.length === 0) return text;
  return (
    <>
      {places.map(({ start, end }, place) => (
        <Underlined key={start} before={text.slice(places[place - 1]?.end ?? 0, start)} word={text.slice(start, end)} />
      ))}
      {text.slice(places.at(-1)?.end ?? 0)}
    </>
  );
}

/** An element without a role: a screen reader reads on as if it were not there. */
const Underlined = ({ before, word }: { before: string; word: string }) => (
  <>
    {before}
    <u className="decoration-2 decoration-warn underline-offset-4">{word}</u>
  </>
);
