import { Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, inject, test, vi } from 'vitest';
import type { Attribute, Json } from '#contract/attribute.ts';
import { resources } from '#contract/resources.ts';
import { engine } from '#test/database-place.ts';
import { serviceForFile } from '#test/service.ts';

const databaseHost = new URL(inject('postgresUrl') ?? 'none:').host;

const service = await serviceForFile();
afterEach(() => {
  vi.restoreAllMocks();
});

/** Texts known to break software: active markup, bidirectional control characters, other scripts. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '<svg/onload=fetch("https://evil.example")>',
  '"><script>alert(document.cookie)</script>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '\u202egnp.exe\u202c \u2066x\u2069',
  '=HYPERLINK("https://evil.example")',
  "'; drop table rooms; --",
  '#{7*7} {{7*7}} <%= 7*7 %>',
  'نص عربي 👩‍👩‍👧‍👦 \ufeff ｶﾞ ガ e\u0301',
  '  spaces, \ttabs and \r\n lines  ',
];
const text = fc
  .oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }))
  .filter((value) => value.trim() !== '' && !value.includes('\0'));
const json = fc.oneof(
  fc.constantFrom({}, { url: 'https://evil.example/hook', n: -0.1, nested: [[null, true, 1e-7]] }),
  fc.dictionary(
    text.filter((key) => key !== '__proto__'),
    fc.oneof(text, fc.integer(), fc.boolean()),
  ),
);

/** Generates values for an attribute, unless it is limited to choices. */
function valuesOf({ kind, choices }: Attribute): fc.Arbitrary<unknown> | undefined {
  if (choices) return undefined;
  if (kind === 'string' || kind === 'text') return text;
  if (kind === 'object') return json;
  if (kind === 'list') return fc.array(fc.record({ kind: text, content: text, settings: json }), { minLength: 1 });
  return undefined;
}

const all = Object.values(resources).filter(({ writes }) => (writes as readonly string[]).includes('create'));

test.each(all)('$type are returned as sent', async ({ type, attributes, ...resource }) => {
  const given = Object.fromEntries(
    Object.entries<Attribute>(attributes).flatMap(([name, attribute]) => {
      const values = attribute.write === 'never' ? undefined : valuesOf(attribute);
      return values ? [[name, values]] : [];
    }),
  );
  const room = { data: { type: 'rooms', id: String(service.guestRoomId) } };
  const relationships = 'room' in resource.one ? { room } : {};
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.record(given), async (sent: Json) => {
      // These attributes are unique.
      for (const name of ['key_name', 'code']) if (name in sent) sent[name] = `${sent[name]} ${number++}`;
      const made = await service.create(type, sent, { relationships });
      expect([made.status, made.record.attributes]).toEqual([201, expect.objectContaining(sent)]);
      const read = await service.send('GET', `/${type}/${made.record.id}`);
      expect(read.record.attributes).toEqual(made.record.attributes);
    }),
    { numRuns: 25 },
  );
});

test('the service opens no outgoing connections, whatever URLs it is given', async () => {
  const connects = vi.spyOn(Socket.prototype, 'connect');
  const url = 'https://evil.example/picture.png';
  const settings = { avatar_url: url, webhook: url, image: { src: url } };
  const write = async (method: string, path: string, attributes: object) => {
    const body = { data: { type: path.split('/')[1], attributes } };
    const { status } = await service.send(method, path, { body });
    expect([200, 201]).toContain(status);
  };
  const room_id = String(service.guestRoomId);
  await write('POST', '/clients', { title: url, settings, default_embedded_html: `<img src="${url}">` });
  await write('POST', '/clients/1/login', {});
  await write('POST', '/rooms', { name: url, description: url, settings });
  await write('POST', '/messages', { content: `![](${url})`, room_id, settings });
  await write('POST', '/support_draft_messages', { message_content: url, room_id, settings });
  await write('PUT', '/support_draft_messages/1/approve', {});
  await service.send('GET', '/clients?include=x', { headers: { referer: url, origin: url } });
  const toDatabase = (port: unknown, host: unknown) => engine === 'PostgreSQL' && `${host}:${port}` === databaseHost;
  expect(connects.mock.calls.filter(([port, host]) => !toDatabase(port, host))).toEqual([]);
  // Proves that the spy sees outgoing connections.
  connects.mockClear();
  await fetch('http://127.0.0.1:65534').catch(() => {});
  expect(connects).toHaveBeenCalledOnce();
});
