import { useQuery } from '@tanstack/react-query';
import { keywords } from '#contract/keywords.ts';
import { useHiddenIds } from '#src/bulk/delete-with-undo.ts';
import { requestIdle } from '#src/lib/delay.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';
import { type AllKeywords, allKeywordsOnce } from './all-keywords.ts';
import { indexKeywords } from './keyword-index.ts';
import { keywordIndex } from './matching-rules.ts';

/**
 * Reads all keywords, once per connection, and keeps an index of them while mounted. If the read fails, there is no
 * index and no error message, because drafts can be written and decided without keywords.
 */
export function KeywordIndexLoader(): null {
  const { data: all } = useQuery({ ...allKeywordsOnce(), select: whole });
  const hidden = useHiddenIds(keywords);
  useAfterChange(all && `${all.readAt} ${hidden.size}`, () => {
    let isWanted = true;
    requestIdle(() => {
      const rows = all?.rows.filter(({ id }) => !hidden.has(id)) ?? [];
      if (isWanted) keywordIndex.set(indexKeywords(rows));
    });
    return () => {
      isWanted = false;
      keywordIndex.set(undefined);
    };
  });
  return null;
}

/** Ignores incomplete lists, so that a page that arrives causes no re-render. */
const whole = (all: AllKeywords) => (all.isWhole ? all : undefined);
