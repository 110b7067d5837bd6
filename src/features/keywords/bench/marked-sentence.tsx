import { useLingui } from '@lingui/react/macro';
import type { Place } from './match-keywords.ts';

/** The sentence with its matched keywords highlighted. */
export function MarkedSentence({ sentence, places }: { sentence: string; places: readonly Place[] }) {
  const { t } = useLingui();
  const taken = places.filter(({ coveredBy }) => !coveredBy);
  return (
    <p
      aria-label={t`Sentence with its keywords marked`}
      role="note"
      dir="auto"
      className="wrap-anywhere whitespace-pre-wrap text-lg"
    >
      {taken.map(({ keyword, start, end }, index) => (
        <span key={start}>
          {sentence.slice(taken[index - 1]?.end ?? 0, start)}
          <mark
            data-tooltip={keyword.key_name}
            className="rounded-[3px] bg-warn-soft px-0.5 text-ink underline decoration-2 decoration-warn underline-offset-4"
          >
            {sentence.slice(start, end)}
          </mark>
        </span>
      ))}
      {sentence.slice(taken.at(-1)?.end ?? 0)}
    </p>
  );
}
