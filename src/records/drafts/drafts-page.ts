import { drafts } from '#contract/drafts.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { rooms } from '#contract/rooms.ts';
import { rowsNoter } from '#src/api/offers/note-rows.ts';
import { filterOffer, noteOffer } from '#src/api/offers/offers.ts';
import { findRefusedFilters } from '#src/api/offers/probe.ts';
import { findIncluded, type Included, type ListPage, readList } from '#src/api/read-document.ts';
import { type ApiAnswer, request } from '#src/api/request.ts';
import { correctRows } from '#src/api/written-rows.ts';
import { unquote } from '#src/crud/unquote.ts';
import { type Draft, isInReview } from './draft.ts';
import { draftsSearch, filtersWithout, lacksFilter } from './drafts-search.ts';

type DraftsPage = ListPage<typeof drafts>;

/**
 * Fetches a page of drafts. Filters that the tenant refuses or ignores are left out of the request and applied
 * client-side, as far as drafts have the data; the total is then unknown. Throws an ApiError.
 */
export async function readDraftsPage(query: Partial<ListQuery>, signal: AbortSignal): Promise<DraftsPage> {
  const filter = query.filter ?? {};
  const correct = correctRows(drafts);
  const note = rowsNoter(drafts, filter);
  const answer = await ask(query, signal);
  const page = readList(drafts, answer, query.page ?? {});
  note(page, answer);
  noteIgnoredSearch(page, filter[SEARCH]);
  const rows = page.rows.map(correct);
  const lacking = Object.entries(filter).filter(([name]) => lacksFilter(name));
  if (lacking.length === 0) return { ...page, rows };
  const isKept = (row: Draft) => lacking.every(([name, value]) => matches[name]?.(row, value, page.included) ?? true);
  return { ...page, rows: rows.filter(isKept), total: undefined, isTotalMinimum: false };
}

async function ask(query: Partial<ListQuery>, signal: AbortSignal): Promise<ApiAnswer> {
  const path = `/${drafts.type}`;
  const filter = filtersWithout(query.filter, lacksFilter);
  try {
    return await request({ path, search: draftsSearch(query), signal });
  } catch (error) {
    const refused = await findRefusedFilters(drafts, filter, error);
    if (refused.length === 0) throw error;
    const rest = filtersWithout(filter, (name) => refused.includes(name));
    return request({ path, search: draftsSearch({ ...query, filter: rest }), signal });
  }
}

const SEARCH = 'content_or_room_name_like';

/** Detects an ignored search: among rows with their room included, most would contain the text. */
function noteIgnoredSearch({ rows, included }: DraftsPage, text: string | undefined): void {
  if (text === undefined) return;
  const others = rows.filter((row) => !matches[SEARCH]?.(row, text, included));
  const told = others.filter(({ one }) => findIncluded(included, rooms, one.room) !== undefined);
  if (told.length > rows.length / 2) noteOffer(filterOffer(drafts.type, SEARCH), 'ignored', '200');
}

/** Client-side versions of the filters that a draft has the data for. */
const matches: Readonly<Record<string, (draft: Draft, value: string, included: Included) => boolean>> = {
  in_review: isInReview,
  approved: ({ status }) => status === 'approved',
  rejected: ({ status }) => status === 'rejected',
  resolved: (draft) => !isInReview(draft),
  read: ({ create_user_resolved_read_time_unix: at }, value) => (at !== null) === (value === '1' || value === 'true'),
  created_user_id: ({ one }, value) => !one.created_user || one.created_user.id === value,
  [SEARCH]: ({ message_content, one }, value, included) => {
    const wanted = unquote(value).toLowerCase();
    const isIn = (text: string | null | undefined) => text?.toLowerCase().includes(wanted) ?? false;
    return isIn(message_content) || isIn(findIncluded(included, rooms, one.room)?.name);
  },
};
