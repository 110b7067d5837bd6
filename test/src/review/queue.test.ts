import { describe, expect, it } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { formatListQuery } from '#contract/list-query.ts';
import { parseList } from '#src/api/tenant/parse-document.ts';
import { tabQuery } from '#src/domain/drafts/drafts-address.ts';
import { isDecidedByOther, queueQuery, toQueueItems, withoutDecided } from '#src/features/review-queue/queue-query.ts';
import { readReviewAddress } from '#src/features/review-queue/review-query.ts';

const inReview = readReviewAddress('');

function page(
  lines: { id: string; created: number; room: string; status?: string }[],
  waits: Record<string, number | null>,
) {
  const data = lines.map(({ id, created, room, status = 'in_review' }) => ({
    id,
    attributes: { created_at_unix: created, status },
    relationships: { room: { data: { type: 'rooms', id: room } } },
  }));
  const included = Object.entries(waits).map(([id, since]) => ({
    id,
    type: 'rooms',
    attributes: { awaiting_support: since !== null },
    meta: { awaiting_since_unix: since },
  }));
  return parseList(
    drafts,
    { status: 200, url: 'http://tenant.test/', body: { data, included }, location: undefined },
    {},
  );
}

const ids = (items: readonly { draft: { id: string } }[]) => items.map(({ draft }) => draft.id);

describe('the queue', () => {
  const lines = [
    { id: '1', created: 100, room: 'calm' },
    { id: '2', created: 200, room: 'late' },
    { id: '3', created: 50, room: 'calm' },
    { id: '4', created: 300, room: 'later' },
    { id: '5', created: 150, room: 'late' },
  ];
  const waits = { calm: null, late: 1000, later: 2000 };

  it('has the longest wait first, then the oldest draft', () => {
    expect(ids(toQueueItems([page(lines, waits)], inReview))).toEqual(['5', '2', '4', '3', '1']);
  });

  it('has the oldest draft first if the tenant does not report waiting times', () => {
    expect(ids(toQueueItems([page(lines, {})], inReview))).toEqual(['3', '1', '5', '2', '4']);
  });

  it('keeps the same item for a draft that is unchanged in another response', () => {
    const before = toQueueItems([page(lines, waits)], inReview);
    const after = toQueueItems([page(lines.slice(1), { ...waits, later: 1500 })], inReview);
    const known = after.filter((item) => before.includes(item));
    expect(ids(known).sort()).toEqual(['2', '3', '5']);
  });

  it('is read page by page, also if the server returns fewer rows per page than requested', () => {
    const pages = [0, 1].map((index) => {
      const rows = [1, 2].map((row) => ({ id: String(2 * index + row), created: 1, room: 'calm' }));
      return { ...page(rows, {}), hasNext: true, readAtMs: 0, count: rows.length };
    });
    const next = (read: typeof pages, last: (typeof pages)[0] | undefined = read.at(-1)) =>
      last &&
      queueQuery(inReview).getNextPageParam(
        last,
        read,
        read.length,
        read.map((_, index) => index + 1),
      );
    expect([next(pages.slice(0, 1)), next(pages)]).toEqual([2, 3]);
  });

  it.each(['', 'filter[approved]=1'])('of %j ends if the server sends the same page for another number', (search) => {
    const rows = [1, 2].map((id) => ({ id: String(id), created: 1, room: 'calm' }));
    const same = { ...page(rows, {}), hasNext: true, readAtMs: 0, count: 2 };
    const next = (numbers: number[], pages = numbers.map(() => same)) =>
      queueQuery(readReviewAddress(search)).getNextPageParam(same, pages, numbers.at(-1) ?? 1, numbers);
    expect([next([1]), next([1, 2]), next([1, 2, 3])]).toEqual([2, undefined, undefined]);
    // The first page is read again once drafts of it are decided: the server may show that late.
    expect(next([1, 1])).toBe(2);
  });

  it('keeps the requested order', () => {
    const address = readReviewAddress('filter[in_review]=1&sort=-created_at_unix');
    expect(ids(toQueueItems([page(lines, waits)], address))).toEqual(['1', '2', '3', '4', '5']);
  });

  it('drops drafts decided here, only in the tab "In review"', () => {
    const isDecided = (id: string) => id === '1';
    const items = toQueueItems([page(lines, waits)], inReview);
    expect(ids(withoutDecided(items, inReview, isDecided))).toEqual(['5', '2', '4', '3']);
    expect(ids(withoutDecided(items, readReviewAddress('filter[approved]=1'), isDecided))).toContain('1');
  });

  it('keeps drafts decided by others until it is reloaded', () => {
    const settled = page([...lines, { id: '6', created: 1, room: 'calm', status: 'approved' }], waits);
    const items = toQueueItems([settled], inReview);
    expect(ids(items)).toContain('6');
    expect(items.filter((item) => isDecidedByOther(item, inReview)).map(({ draft }) => draft.id)).toEqual(['6']);
  });

  it('has every draft once, even if pages overlap', () => {
    expect(ids(toQueueItems([page(lines, waits), page(lines.slice(2), waits)], inReview))).toHaveLength(lines.length);
  });

  it('shows drafts without a status, which count as in review', () => {
    expect(ids(toQueueItems([page([{ id: '7', created: 1, room: 'calm', status: '' }], waits)], inReview))).toEqual([
      '7',
    ]);
  });
});

describe('the address', () => {
  it.each([
    ['', 'in_review'],
    ['filter[in_review]=1', 'in_review'],
    ['filter[approved]=1&sort=-resolved_time_unix', 'approved'],
    ['filter[rejected]=1', 'rejected'],
    ['sort=-created_at_unix', 'all'],
    ['filter[content_or_room_name_like]=x', 'in_review'],
  ])('%j is the tab %s', (search, tab) => {
    expect(readReviewAddress(search).tab).toBe(tab);
  });

  it.each(['in_review', 'approved', 'rejected', 'all'] as const)(
    'of the tab %s selects it and keeps the search',
    (tab) => {
      const from = readReviewAddress('filter[approved]=1&filter[content_or_room_name_like]=boat');
      const to = readReviewAddress(formatListQuery(tabQuery(tab, from.query.filter)));
      expect(to.tab).toBe(tab);
      expect(to.query.filter.content_or_room_name_like).toBe('boat');
    },
  );
});
