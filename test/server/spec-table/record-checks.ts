import { expect } from 'vitest';
import type { FIELDS, FILTERS, STATES } from './documented.ts';
import { type Check, type Checks, DRAFTS, type Fixtures, LONG_AGO_UNIX } from './fixtures.ts';

type Type = keyof typeof FIELDS;
type Fields = { [T in Type]: Readonly<Record<(typeof FIELDS)[T][number], unknown>> };
type Ids = Fixtures['ids'];
type Filtering = [value: (fixtures: Fixtures) => unknown, hit: keyof Ids, miss: keyof Ids | undefined];
type Filters = { [T in keyof typeof FILTERS]: Readonly<Record<(typeof FILTERS)[T][number], Filtering>> };

const text = expect.any(String);
const number = expect.any(Number);
const flag = expect.any(Boolean);

/** Expected value of each field in the sample records. */
const fields: Fields = {
  suggestions: { suggestion_messages_data: [{ kind: text, content: text, settings: {} }] },
  rooms: {
    name: 'Active',
    description: null,
    is_private: flag,
    settings: {},
    kind: 'support_room',
    enabled: true,
    room_code: text,
    awaiting_support: flag,
    created_at_unix: number,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    is_external: flag,
  },
  support_draft_messages: {
    message_content: text,
    kind: 'text',
    settings: {},
    status: 'rejected',
    resolved_time_unix: number,
    comment: 'No',
    create_user_resolved_read_time_unix: null,
    created_at_unix: number,
    updated_at_unix: number,
  },
  clients: {
    injectable_code: text,
    settings: {},
    title: text,
    code: text,
    default_embedded_css: null,
    default_guest_css: null,
    default_embedded_html: null,
  },
  master_keywords: { key_name: 'alpha', key_title: null, suggestions: null },
};

const sample: Record<Type, keyof Ids> = {
  suggestions: 'suggestion',
  rooms: 'active',
  support_draft_messages: 'rejected',
  clients: 'client',
  master_keywords: 'keyword',
};

/** For each filter: a value, a record that matches, and one that does not. */
const filters: Filters = {
  suggestions: {
    id: [({ ids }) => ids.suggestion, 'suggestion', 'otherSuggestion'],
    room_id: [({ ids }) => ids.active, 'suggestion', 'otherSuggestion'],
  },
  rooms: {
    id: [({ ids }) => ids.active, 'active', 'asked'],
    name: [() => 'Active', 'active', 'asked'],
    is_private: [() => 'true', 'asked', 'active'],
    kind: [() => 'group_room', 'quiet', 'active'],
    awaiting_support: [() => 1, 'asked', 'active'],
    name_like: [() => 'ACT', 'active', 'asked'],
    replied: [() => 1, 'active', 'asked'],
    starred: [() => 1, 'staff', 'active'],
    private_rooms: [() => 1, 'asked', 'active'],
    private_rooms_with_active_support: [() => 1, 'secret', 'asked'],
    private_rooms_with_active_or_awaiting_support: [() => 1, 'asked', 'staff'],
    current_user_is_member: [() => 1, 'active', 'asked'],
    support_rooms_with_active_support: [() => 1, 'active', 'asked'],
    support_rooms_with_active_or_awaiting_support: [() => 1, 'asked', 'quiet'],
    current_users_support_rooms_with_active_or_awaiting_support: [() => 1, 'active', 'secret'],
    support_room_name_like: [() => 'a', 'active', 'staff'],
    // Affects the sort order only, which the room filter tests cover.
    sort_unread_read_for_user_id: [({ userIds }) => userIds.admin, 'quiet', undefined],
  },
  support_draft_messages: {
    id: [({ ids }) => ids.open, 'open', 'old'],
    resolved_user_id: [({ userIds }) => userIds.reviewer, 'approved', 'rejected'],
    created_user_id: [({ userIds }) => userIds.admin, 'open', 'old'],
    approved: [() => 1, 'approved', 'rejected'],
    rejected: [() => 1, 'rejected', 'approved'],
    resolved: [() => 1, 'rejected', 'open'],
    in_review: [() => 1, 'open', 'rejected'],
    read: [() => 1, 'approved', 'rejected'],
    content_or_room_name_like: [() => 'asked', 'open', 'old'],
    from_created_at: [() => LONG_AGO_UNIX + 100_000, 'open', 'old'],
    to_created_at: [() => LONG_AGO_UNIX, 'old', 'open'],
  },
  clients: { id: [({ ids }) => ids.client, 'client', 'otherClient'] },
  master_keywords: { id: [({ ids }) => ids.keyword, 'keyword', 'otherKeyword'] },
};

/** One check per field, by resource and name. */
export const fieldChecks: Checks<string> = collect(fields, (type, name, expected) => async ({ get, ids }) => {
  const { record } = await get(`/${type}/${ids[sample[type]]}`);
  expect(record.attributes).toHaveProperty(name);
  expect(record.attributes?.[name]).toEqual(expected);
});

/** One check per filter. */
export const filterChecks: Checks<string> = collect(filters, (type, name, [value, hit, miss]) => async (fixtures) => {
  const path = `/${type}?page[size]=100&filter[${name}]=${encodeURIComponent(String(value(fixtures)))}`;
  const { status, records } = await fixtures.get(path);
  const found = records.map(({ id }) => Number(id));
  expect(status).toBe(200);
  expect(found).toContain(fixtures.ids[hit]);
  if (miss) expect(found).not.toContain(fixtures.ids[miss]);
});

export const stateChecks: Checks<(typeof STATES)[number]> = {
  approved: async ({ get, ids }) => expect(await statusOf(get, ids.approved)).toBe('approved'),
  rejected: async ({ get, ids }) => expect(await statusOf(get, ids.rejected)).toBe('rejected'),
  in_review: async ({ get, ids }) => expect(await statusOf(get, ids.open)).toBe('in_review'),
  'an empty status': async ({ db, get, ids }) => {
    await db.updateTable(DRAFTS).set({ status: '' }).where('id', '=', ids.old).execute();
    const { records } = await get(`/${DRAFTS}?filter[in_review]=1&page[size]=100`);
    expect(records.map(({ id }) => id)).toContain(String(ids.old));
  },
  awaiting_support: async ({ get, ids }) => {
    const state = async (id: number) => (await get(`/rooms/${id}`)).record.attributes?.awaiting_support;
    expect([await state(ids.asked), await state(ids.active)]).toEqual([true, false]);
  },
};

const statusOf = async (get: Fixtures['get'], id: number) => (await get(`/${DRAFTS}/${id}`)).record.attributes?.status;

function collect<T extends string, Entry>(
  table: Readonly<Record<T, Readonly<Record<string, Entry>>>>,
  makeCheck: (type: T, name: string, entry: Entry) => Check,
) {
  const checks: Record<string, Check> = {};
  // The keys of an object literal are those of its type.
  for (const type of Object.keys(table) as T[]) {
    for (const [name, entry] of Object.entries(table[type])) checks[`${type}.${name}`] = makeCheck(type, name, entry);
  }
  return checks;
}
