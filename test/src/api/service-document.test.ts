import { beforeEach, expect, test, vi } from 'vitest';
import { changeConnection, connection, signIn } from '#src/api/connection.ts';
import {
  legibleColour,
  rememberService,
  type ServiceDocument,
  serviceDocumentQuery,
} from '#src/api/extensions/service-document.ts';
import { queryClient } from '#src/api/query-client.ts';
import type { TestService } from '#test/service.ts';
import { startService } from '../render-page.tsx';

let service: TestService;

beforeEach(async () => {
  service = await startService();
  vi.stubGlobal('fetch', service.fetch);
});

const read = () => queryClient.query({ ...serviceDocumentQuery(), retry: false });

const REFUSED = { errors: [{ title: 'No such address', code: 'not_found', status: '404' }] };

test('our own service reports its title, its colour and the caller', async () => {
  const profile = { id: 1, title: 'Harbor Support', color: '#0f766e' };
  await service.db.insertInto('tenant_profile').values(profile).execute();
  signIn(service.origin, service.tokens.supervisor);
  const document = await read();
  expect(document).toMatchObject({
    tenant: { title: 'Harbor Support', color: '#0f766e' },
    caller: { id: String(service.userIds.supervisor), role: 'supervisor' },
  });
  expect(document?.extensions).toHaveProperty('reopen');
});

test.each<[string, Response]>([
  ['knows no such address', Response.json(REFUSED, { status: 404 })],
  ['answers with a document of its own', Response.json({ meta: { service: 'another', version: '2' } })],
  [
    'answers with one that lacks the caller',
    Response.json({ meta: { service: 'countersign', tenant: { title: 'A' } } }),
  ],
])('a service that %s has no service document, and is asked only once', async (_, answer) => {
  const fetch = vi.fn(async () => answer.clone());
  vi.stubGlobal('fetch', fetch);
  signIn('https://foreign.example', 'a-token');
  expect(await read()).toBeNull();
  expect(await read()).toBeNull();
  expect(fetch).toHaveBeenCalledOnce();
});

test('a cross-origin network error counts as no service document; a same-origin one is reported', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  signIn('https://foreign.example', 'a-token');
  expect(await read()).toBeNull();
  signIn(location.origin);
  await expect(read()).rejects.toMatchObject({ kind: 'unreachable' });
});

test.each<[string, Response]>([
  ['is busy', Response.json(REFUSED, { status: 429 })],
  ['waits too long for the request', Response.json(REFUSED, { status: 408 })],
  ['refuses the IP address', Response.json({ errors: [{ title: 'Invalid IP address' }] }, { status: 403 })],
])('a service that %s is asked for its document again', async (_, answer) => {
  const { origin, tokens } = service;
  let isRefused = true;
  const fetch = (url: string, init: RequestInit) => (isRefused ? answer : service.fetch(url, init));
  vi.stubGlobal('fetch', fetch);
  signIn(origin, tokens.admin);
  await expect(read()).rejects.toMatchObject({ status: answer.status });
  isRefused = false;
  expect(await read()).toMatchObject({ caller: { role: 'admin' } });
});

const told = (title: string, color?: string, role = 'agent'): ServiceDocument => ({
  tenant: { title, color },
  caller: { id: '1', name: 'Mina', role },
  extensions: {},
});
const here = () => connection.get();

test('the title, colour and role of the service are saved with the connection and kept up to date', () => {
  const { key, name } = signIn('http://127.0.0.1:4300', 'a-token');
  expect(name).toBe('127.0.0.1');
  rememberService(key, told('Harbor Support', '#0f766e', 'supervisor'));
  expect(here()).toMatchObject({ name: 'Harbor Support', colour: '#0f766e', role: 'supervisor' });
  rememberService(key, told('Harbor Desk', '#1d6fa5'));
  expect(here()).toMatchObject({ name: 'Harbor Desk', colour: '#1d6fa5', role: 'agent' });
});

test('a name and colour chosen by the user are kept', () => {
  const { key } = signIn('https://harbor.example', 'a-token');
  rememberService(key, told('Harbor Support', '#0f766e'));
  changeConnection(key, { name: 'My harbour', colour: 'red' });
  rememberService(key, told('Harbor Desk', '#b1367a'));
  expect(here()).toMatchObject({ name: 'My harbour', colour: 'red' });
});

test('the role of the previous user is forgotten at the next sign-in', () => {
  const { key } = signIn('https://harbor.example', 'a-token');
  rememberService(key, told('Harbor Support', undefined, 'admin'));
  signIn('https://harbor.example', 'the-token-of-another');
  expect(here()).toMatchObject({ name: 'Harbor Support' });
  expect(here()?.role).toBeUndefined();
});

const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

test.each(['#ffffff', '#ffee00', '#0f766e', '#7f7f7f', '#000000', '#00ff00', '#0000ff', '#400000'])(
  '%s is adjusted so that white text is legible on it and it stands out on a dark page',
  (hex) => {
    const ground = luminance(legibleColour(hex));
    expect(1.05 / (ground + 0.05)).toBeGreaterThan(4.5);
    expect((ground + 0.05) / (luminance('#14161a') + 0.05)).toBeGreaterThan(2.8);
  },
);
