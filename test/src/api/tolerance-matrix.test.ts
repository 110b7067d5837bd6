import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import type { Resource } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { signIn } from '#src/api/connection.ts';
import { readCounts } from '#src/api/read-counts.ts';
import { readList } from '#src/api/read-document.ts';
import { aspects } from './wire-aspects.ts';
import { answer, documented, draft, one, paging, room, roomWith, sixty } from './wire-samples.ts';
import { lists, type Meant, type Pick, totals, writeRecord } from './wire-variants.ts';

beforeEach(() => void signIn('https://chat.example', 'cs_a'));

describe.each(aspects)('$name', ({ variants, read }) => {
  const meant = variants[0];
  test.each(variants.slice(1).map((variant) => [JSON.stringify(variant)?.slice(0, 120), variant]))(
    'reads the same from %s',
    (_, variant) => {
      expect(read(variant)).toEqual(read(meant));
    },
  );
});

test('the documented form reads as it is meant', () => {
  expect(one(rooms)({ data: writeRecord(rooms, room, documented) })).toMatchObject({ id: '7', ...room.attributes });
  expect(one(drafts)({ data: writeRecord(drafts, draft, documented) })).toMatchObject({
    ...draft.attributes,
    one: { room: { type: 'rooms', id: '7' }, created_user: { type: 'users', id: '3' }, resolved_user: null },
  });
  expect(paging({ data: sixty, meta: { record_count: 60 } })).toEqual({ total: 60, hasNext: true });
  expect(readCounts({ meta: { room_counts: { all: 5, unread: 2 } } })).toEqual({ all: 5, unread: 2 });
});

test('a date that nobody can read is shown as it came, and a structure beside the others', () => {
  expect(one(rooms)(roomWith({ created_at: 'last Tuesday' }))?.created_at).toBe('last Tuesday');
  expect(one(clients)({ data: { id: '1', attributes: { settings: 'none yet' } } })).toMatchObject({
    settings: {},
    more: { settings: 'none yet' },
  });
});

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const aSecond = fc.integer({ min: 1_000_000_000, max: 2_000_000_000 });
const settings = fc.dictionary(
  fc.constantFrom('a', 'b_c', 'd-e'),
  fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null)),
);
const aRoom = fc
  .record({
    name: fc.option(text),
    is_private: fc.boolean(),
    enabled: fc.boolean(),
    awaiting_support: fc.boolean(),
    settings,
    at: aSecond,
  })
  .map(({ at, ...attributes }) => ({
    ...room.attributes,
    ...attributes,
    created_at_unix: at,
    created_at: new Date(at * 1000).toISOString(),
  }));
const aDraft = fc.record({
  message_content: text,
  comment: fc.option(text),
  status: fc.constantFrom('approved', 'rejected', 'in_review', ''),
  resolved_time_unix: fc.option(aSecond),
  settings,
});
const anId = fc.integer({ min: 1, max: 99_999 }).map(String);
const more = fc.dictionary(fc.constantFrom('colour', 'shoeSize', 'x-y'), fc.oneof(text, fc.integer()));
const meantRooms = fc.array(fc.record({ id: anId, attributes: aRoom, more, one: fc.constant({}) }), { maxLength: 5 });
const meantDrafts = fc.array(
  fc.record({
    id: anId,
    attributes: aDraft.map((attributes) => ({ ...draft.attributes, ...attributes })),
    more,
    one: fc.record({ room: anId, created_user: fc.option(anId) }),
  }),
  { maxLength: 5 },
);

test.each<[string, Resource, fc.Arbitrary<Meant[]>]>([
  ['rooms', rooms, meantRooms],
  ['drafts', drafts, meantDrafts],
])('any mixture of forms gives the same %s', (_, resource, meant) => {
  fc.assert(
    fc.property(meant, fc.infiniteStream(fc.nat()), fc.nat(500), (records, choices, count) => {
      const random: Pick = (ways) => {
        const way = ways[(choices.next().value ?? 0) % ways.length];
        return way === undefined ? documented(ways) : way;
      };
      const read = (pick: Pick) => {
        const items = records.map((record) => writeRecord(resource, record, pick));
        const body = { ...pick(lists)(items), meta: pick(totals)(count) };
        return readList(resource, answer(body), { number: 1, size: 25 });
      };
      expect(read(random)).toEqual(read(documented));
    }),
    { numRuns: 300 },
  );
});
