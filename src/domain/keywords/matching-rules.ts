import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HistoryEntry } from '#src/api/list-page.ts';
import { createStore, useStore } from '#src/lib/store.ts';
import { conversationQuery } from '../conversation/conversation-query.ts';
import type { Draft } from '../drafts/draft.ts';
import type { Keyword } from './keyword.ts';
import type { KeywordIndex } from './keyword-index.ts';
import { type Matches, matchKeywords, winningMatches } from './match-keywords.ts';

/** Index of all keywords while a `KeywordIndexLoader` is mounted, such as in Review; else undefined. */
export const keywordIndex = createStore<KeywordIndex | undefined>(undefined);

/** Number of recent visitor messages to search. */
const LAST_MESSAGES = 5;
/** Maximum characters searched per text. */
const MAX_TEXT_LENGTH = 20_000;
const MAX_RULES = 30;
const MAX_KEPT = 1_000;

/** Memo, because a text is both underlined and listed with its rules, and most texts stay on the screen. */
const known = new WeakMap<KeywordIndex, Map<string, Matches>>();

/** Whole-word matches in the first 20,000 characters of a text, as on the keyword bench. */
export function matchesIn(index: KeywordIndex, text: string): Matches {
  const byText = known.get(index) ?? new Map<string, Matches>();
  known.set(index, byText);
  if (byText.size >= MAX_KEPT) byText.clear();
  const matches = byText.get(text) ?? matchKeywords(text.slice(0, MAX_TEXT_LENGTH), index, { isWholeWords: true });
  byText.set(text, matches);
  return matches;
}

/** Keywords that match a draft or the visitor's last messages, in the order of their occurrence. */
export function findMatchingKeywords(index: KeywordIndex, draft: string, entries: readonly HistoryEntry[]): Keyword[] {
  const said = entries.filter(({ text, author }) => text !== undefined && author?.isVisitor !== false);
  const texts = [draft, ...said.slice(-LAST_MESSAGES).map(({ text = '' }) => text)];
  const won = texts.flatMap((text) => winningMatches(matchesIn(index, text)));
  return [...new Set(won.map(({ keyword }) => keyword))].slice(0, MAX_RULES);
}

const none: readonly Keyword[] = [];

/** Keywords that match a draft or its visitor's last messages, as far as either has been read. */
export const useMatchingRules = (draft: Draft | undefined): readonly Keyword[] =>
  useRulesFor(draft?.message_content, draft?.one.room?.id);

/** As `useMatchingRules`, for a text that is being written in a room; empty without a text. */
export function useRulesFor(text: string | undefined, roomId = ''): readonly Keyword[] {
  const index = useStore(keywordIndex);
  // Reads the cache only, which the conversation beside the text fills.
  const { data } = useInfiniteQuery({ ...conversationQuery(roomId), enabled: false });
  return useMemo(
    () => (index && text !== undefined ? findMatchingKeywords(index, text, data?.entries ?? []) : none),
    [index, text, data],
  );
}
