import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Json } from '#contract/attribute.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { signIn } from '#src/api/connection.ts';
import { fetchOne } from '#src/api/reads.ts';
import { parseRow } from '#src/api/tenant/parse-row.ts';
import { toWire } from '#src/api/tenant/to-wire.ts';
import { save } from '#src/api/tenant/writes.ts';
import { clientRoutes, keywordRoutes } from '#src/routes.tsx';
import { type PageOptions, renderPage } from '../render-page.tsx';
import { here, tenantAnswers } from './tenant-answers.ts';

/** Renders a page of a tenant with a single record in the given wire format, which applies the writes it receives. */
async function show(
  path: string,
  routes: PageOptions['routes'],
  record: { id: unknown; type: string; attributes: Json },
) {
  const bodies: Json[] = [];
  const attributes = { ...record.attributes };
  const answer = async (init: RequestInit | undefined) => {
    if (init?.method === 'PUT') {
      const { data } = JSON.parse(String(init.body));
      bodies.push(data.attributes);
      Object.assign(attributes, data.attributes);
    }
    return Response.json({ data: { ...record, attributes } });
  };
  const page = await renderPage(path, { routes, wrapFetch: () => (_, init) => answer(init) });
  return { ...page, bodies };
}

const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });

test('a client is saved in its tenant’s spelling, with settings as a string, and keeps unknown attributes', async () => {
  const { user, bodies } = await show('/clients/1', clientRoutes, {
    id: 1,
    type: 'client',
    attributes: {
      title: 'Tidewater',
      code: 'tide',
      settings: '{"open":true,"limit":3}',
      'injectable-code': '',
      'default-embedded-css': '',
      'default-guest-css': '',
      'default-embedded-html': '',
      'shoe-size': 43,
    },
  });
  await user.type(await field(/^Title/), ' line');
  await user.click(screen.getByRole('checkbox', { name: 'Open' }));
  await user.click(screen.getByText('More fields'));
  expect(screen.getByText('43')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(bodies).toEqual([{ title: 'Tidewater line', settings: '{"open":false,"limit":3}' }]));
  await waitFor(async () => expect((await field(/^Title/)).value).toBe('Tidewater line'));
  expect(screen.getByText('43')).toBeTruthy();
});

test('a keyword is saved with dashed names and its suggestions as a list', async () => {
  const { user, bodies } = await show('/keywords/1', keywordRoutes, {
    id: '1',
    type: 'master-keywords',
    attributes: { 'key-name': 'refund', 'key-title': null, suggestions: ['Five days', 'Ten days'] },
  });
  await user.type(await field(/^Keyword/), 's');
  await user.type(await field(/^Title/), 'Money back');
  const [first] = await screen.findAllByDisplayValue('Five days');
  if (first) await user.type(first, '!');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() =>
    expect(bodies).toEqual([
      { 'key-name': 'refunds', 'key-title': 'Money back', suggestions: ['Five days!', 'Ten days'] },
    ]),
  );
});

test.each<[sent: unknown, off: unknown]>([
  [true, false],
  [1, 0],
  ['1', '0'],
  ['true', 'false'],
])('if true is read as %j, false is written as %j', (sent, off) => {
  tenantAnswers(() => 204);
  parseRow(rooms, { id: '1', attributes: { isPrivate: sent, awaitingSupport: null } });
  expect(toWire(rooms, { is_private: false, awaiting_support: false }, here())).toEqual({
    isPrivate: off,
    awaitingSupport: false,
  });
});

test('messages of a suggestion that are read as nested JSON strings are written back as such', () => {
  tenantAnswers(() => 204);
  const messages = JSON.stringify([{ kind: 'text', content: 'Hi', settings: '{"a":1}', tone: 'warm' }]);
  const row = parseRow(suggestions, { id: '1', attributes: { suggestion_messages_data: messages } });
  expect(row?.suggestion_messages_data).toMatchObject([{ settings: { a: 1 }, tone: 'warm' }]);
  expect(toWire(suggestions, { suggestion_messages_data: row?.suggestion_messages_data }, here())).toEqual({
    suggestion_messages_data: messages,
  });
});

test('names not seen before follow the spelling of the others, and plain names stay as documented', () => {
  tenantAnswers(() => 204);
  expect(toWire(rooms, { user_ids: ['1'], name: 'A' }, here(), rooms.actions.create_or_find_group_room.input)).toEqual({
    user_ids: ['1'],
    name: 'A',
  });
  parseRow(rooms, { id: '1', attributes: { 'room-code': 'A' } });
  expect(toWire(rooms, { user_ids: ['1'], is_private: true }, here())).toEqual({
    'user-ids': ['1'],
    'is-private': true,
  });
});

test('each server is written in its own format, also by answers and writes that follow a switch', async () => {
  const written: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const { host } = new URL(url);
    if (method === 'PUT') written.push([host, JSON.parse(String(body)).data.attributes]);
    const attributes = host === 'dashes.example' ? { 'awaiting-support': 0 } : { awaiting_support: false };
    return Response.json({ data: { id: '7', type: 'rooms', attributes } });
  });
  const dashes = signIn('https://dashes.example', 'cs_secret');
  await fetchOne(rooms, '7');
  const plain = signIn('https://plain.example', 'cs_other');
  await fetchOne(rooms, '7');
  await fetchOne(rooms, '7', [], { from: dashes });
  await save(rooms, { id: '7', attributes: { awaiting_support: true } }, plain);
  await save(rooms, { id: '7', attributes: { awaiting_support: true } }, dashes);
  expect(written).toEqual([
    ['plain.example', { awaiting_support: true }],
    ['dashes.example', { 'awaiting-support': 1 }],
  ]);
});
