import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { users } from '#contract/users.ts';
import { readErrors } from '#src/api/errors.ts';
import { readCounts } from '#src/api/read-counts.ts';
import { findIncluded, readList } from '#src/api/read-document.ts';
import { answer, documented, draft, draftWith, list, one, paging, room, roomWith, sixty } from './wire-samples.ts';
import {
  booleans,
  ids,
  linkages,
  lists,
  moments,
  seconds,
  spellings,
  structures,
  totals,
  types,
  writeRecord,
} from './wire-variants.ts';

interface Aspect {
  name: string;
  /** Equivalent documents, the documented form first. */
  variants: readonly unknown[];
  read: (body: unknown) => unknown;
}

const person = { id: '3', type: 'users', attributes: { name: 'Sam', kind: 'staff' } };
const oneError = { status: '422', code: '100', title: 'No', detail: 'Because.' };

export const aspects: Aspect[] = [
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
