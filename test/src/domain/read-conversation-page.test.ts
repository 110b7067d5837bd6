import { expect, test } from 'vitest';
import { parseHistory } from '#src/api/history.ts';

const read = (body: unknown) =>
  parseHistory({ status: 200, url: 'http://harbor.test/rapi/v1/rooms/1/history', body, location: undefined }, 1);

test('messages are read with their authors', () => {
  const { entries, hasOlder } = read({
    data: [
      {
        id: 9,
        type: 'message',
        attributes: { content: 'Hello', createdAtUnix: '1741780800' },
        relationships: { user: { data: { type: 'user', id: 3 } } },
      },
    ],
    included: [{ id: '3', type: 'users', attributes: { name: 'Ana', kind: 'visitor' } }],
    meta: { record_count: 1 },
  });
  expect(hasOlder).toBe(false);
  expect(entries).toMatchObject([
    {
      id: '9',
      atUnix: 1_741_780_800,
      text: 'Hello',
      raw: undefined,
      author: { id: '3', name: 'Ana', isVisitor: true },
    },
  ]);
});

test('a plain list of plain objects is read as a conversation', () => {
  const { entries } = read([{ id: 1, content: 'Hi', created_at: '2025-03-12T12:00:00Z', user: { name: 'Sam' } }]);
  expect(entries).toMatchObject([{ id: '1', text: 'Hi', atUnix: 1_741_780_800, author: { name: 'Sam' } }]);
  expect(entries[0]?.author?.isVisitor).toBeUndefined();
});

test('records of another shape are kept unchanged', () => {
  const odd = { id: '4', type: 'events', attributes: { joined: true } };
  expect(read({ data: [odd, 'text'] }).entries).toMatchObject([
    { id: '4', text: undefined, raw: odd },
    { text: undefined, raw: 'text' },
  ]);
});

test.each([
  { data: null, meta: { count: 0 } },
  { meta: { record_count: 0 }, links: {}, jsonapi: {} },
  undefined,
  { data: [] },
])('%j is an empty history', (body) => {
  expect(read(body)).toEqual({ entries: [], hasOlder: false });
});

test.each([{ history: 'none' }, { meta: {}, messages: [{ id: 1 }] }])('%j is one unknown entry', (body) => {
  expect(read(body)).toMatchObject({ entries: [{ text: undefined, raw: body }], hasOlder: false });
});

test('without paging there are no older messages', () => {
  const data = Array.from({ length: 60 }, (_, id) => ({ id, type: 'messages', attributes: { content: `No. ${id}` } }));
  const { entries, hasOlder } = read({ data });
  expect(entries).toHaveLength(60);
  expect(hasOlder).toBe(false);
});
