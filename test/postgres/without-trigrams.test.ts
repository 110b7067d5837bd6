import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { aDraft, aRoom } from '#test/builders.ts';
import { createService, type TestService } from '#test/service.ts';

const url = new URL(inject('postgresUrl') ?? '');
const name = `without_trigrams_${randomBytes(4).toString('hex')}`;
/** A database of its own, without the privilege to create extensions. */
let place: string;
let owner: Client;
const services: TestService[] = [];

beforeAll(async () => {
  const server = new Client(url.href);
  await server.connect();
  await server.query(`create database ${name}`);
  await server.end();
  place = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  owner = new Client(place);
  await owner.connect();
  await owner.query(`
    create function refuse() returns event_trigger language plpgsql as
      $$ begin raise exception 'permission denied to create extension' using errcode = '42501'; end $$;
    create event trigger no_extensions on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse();
  `);
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
  vi.restoreAllMocks();
});
afterAll(() => owner.end());

async function start() {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const service = await createService({}, place);
  services.push(service);
  return { service, warnings: warn.mock.calls.flat() };
}

const found = async ({ send }: TestService, text: string) =>
  (await send('GET', `/support_draft_messages?filter[content_or_room_name_like]=${text}`)).meta.record_count;
const indexes = async () => {
  const { rows } = await owner.query("select indexname from pg_indexes where indexname like '%_by_trigram'");
  return rows.length;
};

test('search works without pg_trgm, and the operator is notified', async () => {
  const { service, warnings } = await start();
  expect(warnings).toEqual([
    expect.stringMatching(/^[^\n]*extension pg_trgm is missing[^\n]*\(permission denied to create extension\)[^\n]*$/),
  ]);
  const room = await aRoom(service.db, { name: 'Harbour 100%' });
  await aDraft(service.db, { room_id: room.id, message_content: 'Grüße, 東京' });
  await aDraft(service.db);
  for (const text of ['harbour', 'GRÜßE', '東', '0%25']) expect(await found(service, text)).toBe(1);
  expect(await found(service, 'harbor')).toBe(0);
  expect(await indexes()).toBe(0);
});

test('once pg_trgm is installed, the next start creates its indexes', async () => {
  await owner.query('drop event trigger no_extensions; create extension pg_trgm');
  const { service, warnings } = await start();
  expect(warnings).toEqual([]);
  expect(await indexes()).toBeGreaterThan(0);
  expect(await found(service, 'harbour')).toBe(1);
});
