import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '#contract/attribute.ts';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import type { Resource } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { users } from '#contract/users.ts';
import { signIn } from '#src/api/connection.ts';
import { readErrors } from '#src/api/errors.ts';
import { readCounts } from '#src/api/read-counts.ts';
import { findIncluded, readList, readRecord } from '#src/api/read-document.ts';
import {
  booleans,
  ids,
  linkages,
  lists,
  type Meant,
  moments,
  type Pick,
  seconds,
  spellings,
  structures,
  totals,
  types,
  writeRecord,
} from './wire-variants.ts';

beforeEach(() => void signIn('https://chat.example', 'cs_a'));

const answer = (body: unknown, search = 'page[number]=1') => ({
  status: 200,
  url: `https://chat.example/rapi/v1/rooms?${search}`,
  body,
  location: undefined,
});
const documented: Pick = (ways) => {
  const [first] = ways;
  if (first === undefined) throw new Error('no way to write it');
  return first;
};

const room: Meant = {
  id: '7',
  attributes: {
    name: 'Anna',
    description: null,
    is_private: false,
    settings: { theme: { colour: 'red' }, limit: 3 },
    kind: 'support_room',
    enabled: true,
    room_code: 'AB12CD34',
    awaiting_support: true,
    created_at_unix: 1_741_780_800,
    created_at: '2025-03-12T12:00:00.000Z',
    is_external: false,
  },
  more: {},
  one: {},
};
const draft: Meant = {
  id: '9',
  attributes: {
    message_content: 'Hello',
    kind: 'text',
    settings: {},
    status: 'approved',
    resolved_time_unix: 1_741_780_900,
    comment: null,
    create_user_resolved_read_time_unix: null,
    created_at_unix: 1_741_780_800,
    updated_at_unix: 1_741_780_900,
  },
  more: {},
  one: { room: '7', created_user: '3', resolved_user: null },
};

interface Aspect {
  name: string;
  /** Documents that all mean the same, the documented one first. */
  variants: readonly unknown[];
  read: (body: unknown) => unknown;
}

const list = (resource: Resource) => (body: unknown) => readList(resource, answer(body), { number: 1, size: 25 }).rows;
const one = (resource: Resource) => (body: unknown) => readRecord(resource, answer(body));
const roomWith = (attributes: Json) => ({
  data: { id: '7', type: 'rooms', attributes: { ...room.attributes, ...attributes } },
});
const draftWith = (attributes: Json, rest: Json = {}) => ({
  data: {
    ...writeRecord(drafts, draft, documented),
    attributes: { ...draft.attributes, ...attributes },
    ...rest,
  },
});
const sixty = Array.from({ length: 25 }, (_, index) => ({ id: String(index + 1), type: 'rooms', attributes: {} }));
const paging = (body: unknown) => {
  const { total, hasNext } = readList(rooms, answer(body), { number: 1, size: 25 });
  return { total, hasNext };
};
const person = { id: '3', type: 'users', attributes: { name: 'Sam', kind: 'staff' } };
const oneError = { status: '422', code: '100', title: 'No', detail: 'Because.' };

const aspects: Aspect[] = [
  {
    name: 'total count',
    variants: totals.map((total) => ({ data: sixty, meta: total(60) })),
    read: paging,
  },
  {
    name: 'page count',
    variants: [
      { data: sixty, meta: { page_count: 3 } },
      { data: sixty, meta: { page: { lastPage: '3' } } },
      { data: sixty, meta: { pagination: { pages: 3 } } },
      { data: sixty, links: { last: '/rapi/v1/rooms?page%5Bnumber%5D=3' } },
      { data: sixty },
    ],
    read: paging,
  },
  {
    name: 'pagination links and link values',
    variants: [
      { data: sixty, links: { next: 'https://chat.example/rapi/v1/rooms?page%5Bnumber%5D=2' } },
      { data: sixty, links: { next: '/rapi/v1/rooms?page[number]=2', previous: null } },
      { data: sixty, links: { next: { href: 'rooms?page[number]=2', meta: {} } } },
      { data: sixty, links: { next: '?page[offset]=25&page[limit]=25' } },
      { data: sixty, links: { next: 'https://elsewhere.example/?page[number]=99', last: 'http://[nonsense' } },
      { data: sixty, links: { last: { href: '?page[number]=3' }, next: null } },
      { data: sixty, links: null },
      { data: sixty },
    ],
    read: paging,
  },
  {
    name: 'data of a list',
    variants: [
      ...lists.map((write) => write([writeRecord(rooms, room, documented)])),
      [writeRecord(rooms, room, documented)],
    ],
    read: list(rooms),
  },
  {
    name: 'data of an empty list',
    variants: [{ data: [] }, { data: null }, { meta: {} }, undefined, []],
    read: list(rooms),
  },
  {
    name: 'id',
    variants: ids.map((id) => ({ data: { ...writeRecord(rooms, room, documented), id: id('7') } })),
    read: one(rooms),
  },
  {
    name: 'type',
    variants: types.map((type) => ({
      data: { ...writeRecord(drafts, draft, documented), type: type('support_draft_messages') },
    })),
    read: one(drafts),
  },
  {
    name: 'spelling of attributes and relationships',
    variants: spellings.map((style) => ({
      data: writeRecord(drafts, draft, (ways) =>
        (ways as unknown) === spellings ? (style as never) : documented(ways),
      ),
    })),
    read: one(drafts),
  },
  {
    name: 'attributes that are null or left out',
    variants: [roomWith({ description: null }), roomWith({ description: undefined })].map((body) =>
      JSON.parse(JSON.stringify(body)),
    ),
    read: one(rooms),
  },
  {
    name: 'attributes left out altogether',
    variants: [
      { data: { id: '7', type: 'rooms', attributes: {} } },
      { data: { id: '7', type: 'rooms' } },
      { data: { id: 7, attributes: null } },
    ],
    read: one(rooms),
  },
  ...[true, false].map((is) => ({
    name: `${is} as a boolean`,
    variants: booleans.map((write) => roomWith({ enabled: write(is), is_private: write(is) })),
    read: one(rooms),
  })),
  {
    name: 'seconds since 1970',
    variants: seconds.map((write) => draftWith({ created_at_unix: write(1_741_780_800) })),
    read: one(drafts),
  },
  {
    name: 'no moment',
    variants: [null, '', undefined, 'never'].map((none) => draftWith({ resolved_time_unix: none })),
    read: one(drafts),
  },
  {
    name: 'date and time',
    variants: moments.map((write) => roomWith({ created_at: write('2025-03-12T12:00:00.000Z') })),
    read: one(rooms),
  },
  {
    name: 'date and time in one of two attributes',
    variants: [roomWith({}), roomWith({ created_at: null }), roomWith({ created_at_unix: null })],
    read: one(rooms),
  },
  {
    name: 'settings',
    variants: structures.map((write) => roomWith({ settings: write(room.attributes.settings) })),
    read: one(rooms),
  },
  {
    name: 'no settings',
    variants: [{}, '{}', null, '', undefined].map((none) => roomWith({ settings: none })),
    read: one(rooms),
  },
  {
    name: 'messages of a suggestion',
    variants: [
      [{ kind: 'text', content: 'Hi', settings: { a: 1 } }],
      '[{"kind":"text","content":"Hi","settings":{"a":1}}]',
      [{ kind: 'text', content: 'Hi', settings: '{"a":1}' }],
    ].map((data) => ({ data: { id: '1', type: 'suggestions', attributes: { suggestion_messages_data: data } } })),
    read: one(suggestions),
  },
  {
    name: 'relationships with linkage',
    variants: linkages.map((write) =>
      draftWith(
        {},
        {
          relationships: {
            room: write('rooms', '7'),
            created_user: write('user', 3),
            resolved_user: write('users', null),
          },
        },
      ),
    ),
    read: one(drafts),
  },
  {
    name: 'relationships without linkage',
    variants: [
      { room: { links: { related: '/rapi/v1/support_draft_messages/9/room' } } },
      { room: null },
      {},
      null,
      undefined,
    ].map((relationships) => draftWith({}, { relationships })),
    read: one(drafts),
  },
  {
    name: 'what came along',
    variants: [
      ...types.map((type) => [{ ...person, type: type('users') }]),
      ...ids.map((id) => [{ ...person, id: id('3') }]),
    ].map((included) => ({ data: [], included })),
    read: (body) => findIncluded(readList(users, answer(body), {}).included, users, { type: 'users', id: '3' })?.name,
  },
  {
    name: 'what did not come along',
    variants: [undefined, null, [], [{ ...person, id: '4' }], 'none'].map((included) => ({ data: [], included })),
    read: (body) => findIncluded(readList(users, answer(body), {}).included, users, { type: 'users', id: '3' }),
  },
  {
    name: 'room_counts',
    variants: [
      { meta: { room_counts: { all: 5, unread: 2 } } },
      { meta: { all: 5, unread: 2 } },
      { data: { id: 1, type: 'room_counts', attributes: { all: '5', unread: '2' } } },
      { all: 5, unread: 2 },
      {
        jsonapi: { version: '1.0' },
        data: [
          { kind: 'all', count: 5 },
          { kind: 'unread', count: '2' },
        ],
      },
    ],
    read: readCounts,
  },
  {
    name: 'errors',
    variants: [
      { errors: [oneError] },
      { erros: [oneError] },
      { error: oneError },
      { errors: [{ ...oneError, status: 422 }] },
      { errors: [{ ...oneError, status: 'unprocessable' }] },
      { errors: [{ code: 100, title: 'No', detail: 'Because.' }] },
    ],
    read: readErrors,
  },
  {
    name: 'errors without a code',
    variants: [
      { errors: [{ title: 'No' }] },
      { statusCode: 422, message: 'No' },
      { status: 422, error: 'No' },
      { errors: ['No'] },
      { error: { message: 'No' } },
    ],
    read: readErrors,
  },
  {
    name: 'where an error is',
    variants: [
      { pointer: '/data/attributes/title' },
      { pointer: 'data/attributes/title' },
      { pointer: 'title' },
      { parameter: 'title' },
    ].map((source) => ({ errors: [{ source, detail: 'Is taken.' }] })),
    read: readErrors,
  },
  {
    name: 'an error of the whole',
    variants: [{}, { pointer: '' }, null, undefined].map((source) => ({ errors: [{ source, detail: 'No.' }] })),
    read: readErrors,
  },
  {
    name: 'warnings',
    variants: [[{ detail: 'Old.' }], ['Old.'], 'Old.', [{ title: 'Old.' }]].map((warnings) => ({
      data: [],
      meta: { warnings },
    })),
    read: (body) => readList(rooms, answer(body), {}).warnings,
  },
];

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
