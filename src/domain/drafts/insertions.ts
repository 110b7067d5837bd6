import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import type { HistoryEntry } from '#src/api/list-page.ts';
import { listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient, queryKeys } from '#src/api/query-client.ts';
import { runChecks } from '../checks/check-store.ts';
import { conversationQuery } from '../conversation/conversation-query.ts';
import { allKeywordsOnce } from '../keywords/all-keywords.ts';
import { foldText } from '../keywords/fold-text.ts';
import { suggestionsOf } from '../keywords/item-list.ts';
import type { Keyword } from '../keywords/keyword.ts';
import { indexKeywords } from '../keywords/keyword-index.ts';
import { findMatchingKeywords } from '../keywords/matching-rules.ts';

/** A prepared text that can be inserted into a draft. */
export interface Insertion {
  id: string;
  text: string;
  /** Name of the keyword that it answers; empty for a suggestion. */
  name: string;
  /** The room's own suggestions, then answers in the visitor's language, then all others. */
  group: 'room' | 'fitting' | 'other';
}

const MINUTE = 60_000;
const SUGGESTIONS_FRESH = 5 * MINUTE;
/** Number of answers whose language is compared with the visitor's; the rest count as fitting. */
const MAX_COMPARED = 1_000;
/** Answers per request to the worker, so that the checks of drafts need not wait for all of them. */
const COMPARED_AT_ONCE = 100;
/** Number of the visitor's last characters that determine the language. */
const MAX_VISITOR_TEXT = 1_000;
const MAX_SHOWN = 50;

/** Prepared texts for a room, in the order in which they are offered. Fails if neither kind can be read. */
export function insertionsQuery(roomId: string) {
  return queryOptions({
    queryKey: [...queryKeys.below(rooms, roomId), 'insertions'],
    queryFn: async (): Promise<Insertion[]> => {
      const [own, answers] = await Promise.allSettled([readSuggestions(roomId), readAnswers(roomId)]);
      if (own.status === 'rejected' && answers.status === 'rejected') throw own.reason;
      return [own, answers].flatMap((read) => (read.status === 'fulfilled' ? read.value : []));
    },
    staleTime: MINUTE,
  });
}

async function readSuggestions(roomId: string): Promise<Insertion[]> {
  const query = listQuery(suggestions, { filter: { room_id: roomId } });
  const { rows } = await queryClient.query({ ...query, staleTime: SUGGESTIONS_FRESH });
  // A service may ignore the filter, and return suggestions of other rooms.
  const own = rows.filter(({ one }) => (one.room?.id ?? roomId) === roomId);
  return own
    .map(({ id, suggestion_messages_data: messages }) => ({
      id: `suggestion-${id}`,
      text: messages.map(({ content }) => content).join('\n'),
      name: '',
      group: 'room' as const,
    }))
    .filter(({ text }) => text.trim() !== '');
}

async function readAnswers(roomId: string): Promise<Insertion[]> {
  const { rows: keywords } = await readAllKeywords();
  const [entries, language] = await Promise.all([readEntries(roomId), readLanguage(roomId)]);
  const matching = findMatchingKeywords(indexKeywords(keywords), '', entries);
  const answers = [...new Set([...matching, ...keywords])].flatMap(answersOf);
  const isForeign = await findForeign(answers, entries, language);
  const ranked = answers.map((answer, place) => ({
    ...answer,
    group: isForeign[place] ? ('other' as const) : ('fitting' as const),
  }));
  return [...ranked.filter(({ group }) => group === 'fitting'), ...ranked.filter(({ group }) => group === 'other')];
}

/** Observes the query until it is complete: else it would be cancelled when the last component unmounts. */
async function readAllKeywords() {
  const query = allKeywordsOnce();
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
  try {
    return await queryClient.query(query);
  } finally {
    stop();
  }
}

const answersOf = (keyword: Keyword) =>
  suggestionsOf(keyword).map((text, place) => ({
    id: `keyword-${keyword.id}-${place}`,
    text,
    name: keyword.key_title?.trim() || keyword.key_name.trim(),
  }));

/** The newest messages of a room; none where they cannot be read. */
async function readEntries(roomId: string): Promise<HistoryEntry[]> {
  try {
    return (await queryClient.infiniteQuery(conversationQuery(roomId))).entries;
  } catch {
    return [];
  }
}

async function readLanguage(roomId: string): Promise<string | undefined> {
  try {
    const { language } = (await queryClient.query(oneQuery(rooms, roomId))).row.settings;
    return typeof language === 'string' ? language : undefined;
  } catch {
    return undefined;
  }
}

/** Tells which of the texts are in another language than the visitor's, with the checks for drafts. */
async function findForeign(
  texts: readonly { text: string }[],
  entries: readonly HistoryEntry[],
  language: string | undefined,
): Promise<boolean[]> {
  const said = entries.flatMap(({ author, text = '' }) => (author?.isVisitor ? [text] : []));
  const byVisitor = [said.join('\n').slice(-MAX_VISITOR_TEXT)];
  const roomTexts = { byVisitor, byStaff: [], newerBy: undefined };
  const isForeign: boolean[] = [];
  const compared = texts.slice(0, MAX_COMPARED);
  for (let start = 0; start < compared.length; start += COMPARED_AT_ONCE) {
    const some = compared.slice(start, start + COMPARED_AT_ONCE);
    const found = await runChecks(some.map(({ text }) => ({ text, roomTexts, rejected: [], ownHosts: [], language })));
    for (const index of some.keys()) {
      isForeign.push(found?.[index]?.some(({ code }) => code === 'other_language' || code === 'other_script') ?? false);
    }
  }
  return isForeign;
}

const folded = new WeakMap<Insertion, { name: string; whole: string }>();

function foldInsertion(one: Insertion) {
  const known = folded.get(one);
  if (known) return known;
  const name = foldText(one.name).text;
  const made = { name, whole: `${name} ${foldText(one.text).text}` };
  folded.set(one, made);
  return made;
}

/** The first fifty texts with every word of a query. In each group, names that begin with the query come first. */
export function findInsertions(all: readonly Insertion[], query: string): Insertion[] {
  const wanted = foldText(query).text.trim();
  if (wanted === '') return all.slice(0, MAX_SHOWN);
  const words = wanted.split(' ');
  const matches = all.filter((one) => words.every((word) => foldInsertion(one).whole.includes(word)));
  const isNamed = (one: Insertion) => foldInsertion(one).name.startsWith(wanted);
  return (['room', 'fitting', 'other'] as const)
    .flatMap((group) => {
      const own = matches.filter((one) => one.group === group);
      return [...own.filter(isNamed), ...own.filter((one) => !isNamed(one))];
    })
    .slice(0, MAX_SHOWN);
}
