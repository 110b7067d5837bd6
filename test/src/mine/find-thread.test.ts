import { expect, test } from 'vitest';
import type { Draft } from '#src/domain/drafts/draft.ts';
import { findThread } from '#src/features/mine/draft-thread.tsx';

interface Given {
  id: string;
  text?: string;
  status?: Draft['status'];
  at: number;
  resolvedAt?: number;
  revises?: unknown;
  room?: string;
  author?: string;
}

function draft({ id, text = 'Some words', status = 'in_review', at, resolvedAt, revises, room = '1', author }: Given) {
  return {
    id,
    message_content: text,
    status,
    created_at_unix: at,
    resolved_time_unix: resolvedAt ?? null,
    settings: revises === undefined ? {} : { revises },
    one: { room: { type: 'rooms', id: room }, ...(author && { created_user: { type: 'users', id: author } }) },
  } as unknown as Draft;
}

const rejected = (given: Given) => draft({ status: 'rejected', resolvedAt: given.at + 5, ...given });
const threadOf = (open: Draft, others: readonly Draft[]) =>
  findThread(open, others).map(({ draft: { id }, revises }) => (revises ? `${id} ${revises}` : id));

test('a draft and its revisions are one thread, whichever is open', () => {
  const versions = [
    rejected({ id: '3', at: 10, text: 'no' }),
    rejected({ id: '5', at: 20, text: 'still not', revises: '3' }),
    draft({ id: '9', at: 30, text: 'at last', revises: 5 }),
  ];
  const other = draft({ id: '7', at: 25, text: 'about something else' });
  for (const open of versions) expect(threadOf(open, [other, ...versions])).toEqual(['3', '5 linked', '9 linked']);
  expect(threadOf(other, versions)).toEqual(['7']);
});

test('without a link, nearly the same text after the verdict is probably a revision', () => {
  const first = rejected({ id: '1', at: 10, text: 'Your refund will be paid next week' });
  const again = draft({ id: '2', at: 20, text: 'Your refund will be paid on Monday' });
  expect(threadOf(first, [again])).toEqual(['1', '2 likely']);
  expect(threadOf(again, [first])).toEqual(['1', '2 likely']);
});

test.each<[string, Given]>([
  ['before the verdict', { id: '2', at: 12, text: 'Your refund will be paid on Monday' }],
  ['in another room', { id: '2', at: 20, text: 'Your refund will be paid on Monday', room: '2' }],
  ['by another author', { id: '2', at: 20, text: 'Your refund will be paid on Monday', author: '8' }],
  ['with other words', { id: '2', at: 20, text: 'The boat leaves at noon from the old pier' }],
])('a text written %s is not a revision', (_, given) => {
  const first = rejected({ id: '1', at: 10, text: 'Your refund will be paid next week', author: '7' });
  expect(threadOf(first, [draft(given)])).toEqual(['1']);
});

test('an approved draft has no probable revision: it was sent', () => {
  const first = draft({ id: '1', at: 10, resolvedAt: 15, status: 'approved', text: 'Your refund will be paid' });
  expect(threadOf(first, [draft({ id: '2', at: 20, text: 'Your refund will be paid' })])).toEqual(['1']);
});

test('self-references, circular links and links to missing drafts do not break a thread', () => {
  expect(threadOf(draft({ id: '1', at: 10, revises: '1' }), [])).toEqual(['1']);
  expect(threadOf(draft({ id: '1', at: 10, revises: '99' }), [])).toEqual(['1']);
  const [one, two] = [draft({ id: '1', at: 10, revises: '2' }), draft({ id: '2', at: 20, revises: '1' })];
  expect(threadOf(one, [two])).toContain('1 linked');
  expect(threadOf(draft({ id: '4', at: 10, revises: { a: 1 } }), [])).toEqual(['4']);
});
