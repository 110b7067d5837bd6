import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { resources } from '#contract/resources.ts';
import { ROLES } from '#server/access/caller.ts';
import type { Tables } from '#server/db/tables.ts';
import { aClient, aDraft, aKeyword, aMessage, aSuggestion } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';
import { everyEndpoint } from './endpoints.ts';

/** Override with `HOSTILE_RUNS`. */
const RUNS = Number(process.env.HOSTILE_RUNS ?? 1_000);
/** Internals that must not leak into any response. */
const INTERNALS = /sqlite|postgres|syntax error|node_modules|\.ts:\d/i;

const service = await serviceForFile();
beforeAll(async () => {
  const { db } = service;
  await aDraft(db);
  await aMessage(db, { room_id: service.guestRoomId });
  await aSuggestion(db);
  await aClient(db);
  await aKeyword(db);
});

const all = Object.values(resources);
const words = (pick: (resource: (typeof all)[number]) => object) =>
  fc.constantFrom(...all.flatMap((one) => Object.keys(pick(one))));
const attribute = words((one) => one.attributes);
const filter = words((one) => one.filters);
const relationship = words((one) => ({ ...one.one, ...one.many }));
const action = words((one) => one.actions);
const type = fc.constantFrom(...all.map((one) => one.type));
const odd = fc.constantFrom(
  'toString',
  '__proto__',
  'constructor',
  '',
  ' ',
  '*',
  '%',
  "'",
  '"',
  '\\',
  ';drop table rooms',
  '\0',
  'null',
);
const id = fc.oneof(
  fc.constantFrom('1', '2', '0', '-1', '01', '1e0', '9007199254740993', 'x', ' 1'),
  fc.string({ unit: 'binary' }),
);
const text = fc.oneof(
  odd,
  id,
  fc.string({ unit: 'binary' }),
  fc.string().map((part) => part.repeat(400)),
);

const encoded = fc.oneof(id, odd, action).map(encodeURIComponent);
const anyPath = fc.oneof(
  type.map((name) => `/${name}`),
  fc.tuple(type, encoded).map(([name, own]) => `/${name}/${own}`),
  fc.tuple(type, encoded, relationship).map(([name, own, link]) => `/${name}/${own}/relationships/${link}`),
);
const anyMethod = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD');

const endpoint = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...everyEndpoint('1').filter(({ operation }) => operation !== 'delete')) },
  { weight: 1, arbitrary: fc.record({ method: anyMethod, path: anyPath, type }) },
);

const parameter = fc.oneof(
  filter.map((name) => `filter[${name}]`),
  fc.constantFrom('sort', 'include', 'page[number]', 'page[size]', 'filter[]', 'filter[a][b]', 'page[toString]'),
  type.map((name) => `fields[${name}]`),
  odd.map((name) => `filter[${name}]`),
);
const given = fc.oneof(
  text,
  attribute,
  attribute.map((name) => `-${name}`),
  relationship,
  fc.tuple(relationship, relationship).map((names) => names.join('.')),
);
const anyQuery = fc
  .array(fc.tuple(parameter, given), { maxLength: 4 })
  .map((pairs) => new URLSearchParams(pairs).toString());
const query = fc.oneof(fc.constant(''), anyQuery);

const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
const attributes = fc.dictionary(
  fc.oneof(attribute, odd, fc.constantFrom('room_id', 'user_ids', 'ids')),
  fc.oneof(json, text),
);
const identifier = fc.oneof(fc.record({ type, id: text }, { requiredKeys: [] }), json);
const ownAttributes = fc.oneof(
  ...['key_name', 'name', 'title', 'comment'].map((name) => fc.record({ [name]: text })),
  ...['content', 'message_content'].map((name) => fc.record({ [name]: text, room_id: fc.constant('1') })),
);
const recordOf = (of: string) =>
  fc.record(
    {
      type: fc.constant(of),
      id: fc.constant('1'),
      attributes: fc.oneof(fc.constant({}), ownAttributes, attributes),
      relationships: fc.dictionary(relationship, fc.record({ data: identifier }), { maxKeys: 1 }),
    },
    { requiredKeys: ['type', 'attributes'] },
  );
const anyMeta = fc.record({ version: text, last_message_id: json, force: json }, { requiredKeys: [] });
const bodyOf = (of: string) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ data: recordOf(of) }) },
    fc.record({ data: fc.oneof(fc.array(identifier, { maxLength: 3 }), json) }),
    fc.record({ meta: fc.oneof(anyMeta, json) }),
    json,
    text,
  );
const request = endpoint.chain((to) => fc.tuple(fc.constant(to), query, bodyOf(to.type), fc.constantFrom(...ROLES)));

const TABLES = [
  'users',
  'rooms',
  'room_members',
  'messages',
  'support_draft_messages',
  'suggestions',
  'clients',
  'master_keywords',
  'tokens',
] as const satisfies (keyof Tables)[];

/** All rows of all tables as text, without the last use of tokens, which reads change as well. */
async function everything() {
  const rows = await Promise.all(TABLES.map((table) => service.db.selectFrom(table).selectAll().execute()));
  const textOf = (row: object) => JSON.stringify({ ...row, last_used_at_unix: undefined });
  return JSON.stringify(rows.map((table) => table.map(textOf).sort()));
}

test('no request makes the service fail, answer in an unexpected format, or change data when refused', {
  timeout: 60_000 + RUNS * 60,
}, async () => {
  let before = await everything();
  await fc.assert(
    fc.asyncProperty(request, async ([{ method, path }, search, body, as]) => {
      const isReading = method === 'GET' || method === 'HEAD';
      const sent = await service.send(method, `${path}?${search}`, { as, body: isReading ? undefined : body });
      const after = await everything();
      const isUntouched = after === before;
      before = after;
      // Deleting a guest's room revokes the guest's token.
      if (as === 'guest' && sent.status === 401) return;
      expect([200, 201, 400, 403, 404, 405, 406, 414, 422, 501]).toContain(sent.status);
      if (isReading || sent.status >= 400) expect(isUntouched).toBe(true);
      if (sent.status < 400 || method === 'HEAD') return;
      expect(sent.headers.get('content-type')).toBe('application/vnd.api+json');
      for (const error of sent.errors)
        expect(error).toMatchObject({ status: String(sent.status), code: expect.stringMatching(/./) });
      expect(JSON.stringify(sent.document)).not.toMatch(INTERNALS);
    }),
    { numRuns: RUNS },
  );
});
