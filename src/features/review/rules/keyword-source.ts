import { useQuery } from '@tanstack/react-query';
import { keywords } from '#contract/keywords.ts';
import { useHiddenIds } from '#src/bulk/delete-with-undo.ts';
import { type AllKeywords, allKeywordsQuery } from '#src/domain/keywords/all-keywords.ts';
import { indexKeywords } from '#src/domain/keywords/keyword-index.ts';
import { keywordIndex } from '#src/domain/keywords/matching-rules.ts';
import { requestIdle } from '#src/lib/delay.ts';
import { useAfterChange } from '#src/lib/use-after-change.ts';

/**
 * Reads all keywords, once per connection, and keeps an index of them while mounted. Where they cannot be read, there
 * is none, and nothing says so: a draft can be decided without them.
 */
export function KeywordSource(): null {
  const { data: all } = useQuery({
    ...allKeywordsQuery(),
    staleTime: ({ state: { data } }) => (data?.isWhole ? Number.POSITIVE_INFINITY : 0),
    select: whole,
  });
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

/** Does not change with every page that arrives. */
const whole = (all: AllKeywords) => (all.isWhole ? all : undefined);
