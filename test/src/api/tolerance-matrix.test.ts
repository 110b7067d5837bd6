import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { Json } from '#contract/attribute.ts';
import { drafts } from '#contract/drafts.ts';
import type { Resource } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import { signIn } from '#src/api/connection.ts';
import { parseList } from '#src/api/tenant/parse-document.ts';
import { answerWith } from '#test/tolerance/exchange.ts';
import type { MatrixRow } from '#test/tolerance/matrix-rows.ts';
import { type RewriteName, rewrites } from '#test/tolerance/rewrites.ts';

beforeEach(() => void signIn('https://chat.example', 'cs_a'));

/** Rows about lists. Values come first and names last, since a rewrite finds values by their documented names. */
const ROWS: readonly MatrixRow[] = [
  ...(['Booleans', '`*_unix`', 'Date-times', 'settings, suggestion_messages_data', 'relationships', 'id'] as const),
  ...([
    'attributes',
    'type',
    'Total count',
    'Page count',
    'Pagination links',
    'Link value',
    '`data` of a list',
  ] as const),
];
/** Variants that lose or add information. */
const LOSSY: readonly RewriteName[] = [
  ...(['no total', 'unparseable dates', 'extra keys', 'users without attributes'] as const),
  ...(['no relationships', 'relationships are null', 'links without linkage', 'bare linkage'] as const),
];

const names = Object.keys(rewrites) as RewriteName[]; // Object.keys widens them to string.
/** A random variant, or the documented form, for each row. */
const variants = fc
  .tuple(
    ...ROWS.map((row) =>
      fc.option(fc.constantFrom(...names.filter((name) => rewrites[name].row === row && !LOSSY.includes(name)))),
    ),
  )
  .map((chosen) => chosen.filter((name) => name !== null));

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const unix = fc.integer({ min: 1_000_000_000, max: 2_000_000_000 });
const id = fc.integer({ min: 1, max: 99_999 }).map(String);
const settings = fc.dictionary(
  fc.constantFrom('a', 'b_c', 'd-e'),
  fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null)),
);
const aRoom = fc
  .record({
    name: fc.option(text),
    description: fc.option(text),
    is_private: fc.boolean(),
    settings,
    kind: fc.constantFrom('support_room', 'direct_room', 'group_room'),
    enabled: fc.boolean(),
    room_code: text,
    awaiting_support: fc.boolean(),
    created_at_unix: unix,
    is_external: fc.boolean(),
  })
  .map((room) => ({ ...room, created_at: new Date(room.created_at_unix * 1000).toISOString() }));
const aDraft = fc.record({
  message_content: text,
  kind: fc.constant('text'),
  settings,
  status: fc.constantFrom('approved', 'rejected', 'in_review', ''),
  resolved_time_unix: fc.option(unix),
  comment: fc.option(text),
  create_user_resolved_read_time_unix: fc.option(unix),
  created_at_unix: unix,
  updated_at_unix: unix,
});
const linked = fc.record({ room: id, created_user: fc.option(id) });

interface Sent {
  id: string;
  attributes: Json;
  one: Record<string, string | null>;
}
const recordsOf = (attributes: fc.Arbitrary<Json>, one: fc.Arbitrary<Sent['one']>) =>
  fc.array(fc.record({ id, attributes, one }), { maxLength: 5 });

/** A list in the documented form: all of its records, or the first of more than a page has. */
function documentOf({ type, one: links }: Resource, records: readonly Sent[], most: number): Json {
  const count = most > 25 ? most : records.length;
  const relationship = ([name, to]: [string, string | null]) => {
    const data = to === null ? null : { type: links[name]?.type, id: to };
    return [name, { links: { related: `https://chat.example/rapi/v1/${type}/1/${name}` }, data }];
  };
  const data = records.map(({ one, ...record }) => ({
    type,
    ...record,
    relationships: Object.fromEntries(Object.entries(one).map(relationship)),
  }));
  const next = `https://chat.example/rapi/v1/${type}?page%5Bnumber%5D=2`;
  const meta = { record_count: count, page_count: Math.ceil(count / 25) };
  return { data, meta, links: { first: next.replace('=2', '=1'), ...(count > 25 && { next }) } };
}

test.each<[string, Resource, fc.Arbitrary<Sent[]>]>([
  ['rooms', rooms, recordsOf(aRoom, fc.constant({}))],
  ['drafts', drafts, recordsOf(aDraft, linked)],
])('any combination of response variants reads as the same %s', (_, resource, arbitrary) => {
  const request = { method: 'GET', path: `/${resource.type}`, search: new URLSearchParams(), headers: {} };
  const read = (body: unknown) => {
    const url = `https://chat.example/rapi/v1/${resource.type}`;
    return parseList(resource, { status: 200, url, body, location: undefined }, { number: 1, size: 25 });
  };
  fc.assert(
    fc.property(arbitrary, variants, fc.nat(500), (records, chosen, count) => {
      const document = documentOf(resource, records, count);
      const { body } = chosen.reduce(
        (answer, name) => rewrites[name].answer?.(answer, { ...request, body: undefined, before: 0 }) ?? answer,
        answerWith(200, document),
      );
      const documented = read(document);
      expect(documented.rows).toMatchObject(records.map((record) => ({ id: record.id, ...record.attributes })));
      expect(read(body)).toEqual(documented);
    }),
    { numRuns: 300 },
  );
});
