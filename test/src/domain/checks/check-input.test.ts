import { expect, test } from 'vitest';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import type { Resource } from '#contract/resource.ts';
import { rooms } from '#contract/rooms.ts';
import type { HistoryEntry } from '#src/api/list-page.ts';
import { parseList } from '#src/api/tenant/parse-document.ts';
import { toCheckInput } from '#src/domain/checks/check-input.ts';

function rows<R extends Resource>(resource: R, ...data: { id: string; attributes: object; roomId?: string }[]) {
  const records = data.map(({ roomId, ...record }) => ({
    ...record,
    type: resource.type,
    ...(roomId && { relationships: { room: { data: { type: 'rooms', id: roomId } } } }),
  }));
  const answer = { status: 200, url: 'http://tenant.test/', body: { data: records }, location: undefined };
  return parseList(resource, answer, {}).rows;
}

const entry = (id: string, text: string, isVisitor: boolean | undefined, atUnix: number): HistoryEntry => ({
  id,
  text,
  atUnix,
  author: isVisitor === undefined ? undefined : { id: '7', name: 'Elena', isVisitor },
  raw: undefined,
});

const attributes = { message_content: 'Hello', created_at_unix: 100 };
const [draft] = rows(drafts, { id: '1', attributes, roomId: '5' });
const [room] = rows(rooms, {
  id: '5',
  attributes: { settings: { client: 'gannet', language: 'pt-BR', page_url: 'https://m.gannet.example/refunds' } },
});
const sites = rows(
  clients,
  {
    id: '1',
    attributes: { code: 'gannet', settings: { allowed_origins: ['https://gannet.example', '*.gannet.test'] } },
  },
  { id: '2', attributes: { code: 'merrow', settings: { sites: { home: 'https://merrow.example' }, name: 'Merrow' } } },
);
const none = { room, entries: undefined, clients: undefined, rejected: [] };

function inputOf(around: Partial<Parameters<typeof toCheckInput>[1]>) {
  if (!draft) throw new Error('no draft');
  return toCheckInput(draft, { ...none, ...around });
}

test('the conversation is split by author; messages of unknown authors are left out', () => {
  const entries = [
    entry('1', 'Where is it?', true, 50),
    entry('2', 'A moment.', false, 60),
    entry('3', 'Who am I?', undefined, 70),
    entry('4', 'Hello?', true, 150),
  ];
  expect(inputOf({ entries }).roomTexts).toEqual({
    byVisitor: ['Where is it?', 'Hello?'],
    byStaff: ['A moment.'],
    newerBy: 'Elena',
  });
  expect(inputOf({ entries: entries.slice(0, 3) }).roomTexts?.newerBy).toBeUndefined();
  expect(inputOf({}).roomTexts).toBeUndefined();
  const [timeless] = rows(drafts, { id: '9', attributes: { message_content: 'Whenever.' } });
  expect(timeless && toCheckInput(timeless, { ...none, entries }).roomTexts).toMatchObject({ newerBy: undefined });
});

test('own hosts are those of the room’s client and of its page, or of all clients if the room names none', () => {
  expect(inputOf({ clients: sites }).ownHosts).toEqual(['m.gannet.example', 'gannet.example', 'gannet.test']);
  expect(inputOf({ clients: sites, room: undefined }).ownHosts).toEqual([
    'gannet.example',
    'gannet.test',
    'merrow.example',
  ]);
  expect(inputOf({}).ownHosts).toEqual([]);
});

test('rejected texts are those of the same room, without the draft itself', () => {
  const rejected = rows(
    drafts,
    { id: '1', attributes: { message_content: 'Itself' }, roomId: '5' },
    { id: '2', attributes: { message_content: 'Before', comment: 'No.' }, roomId: '5' },
    { id: '3', attributes: { message_content: 'Elsewhere' }, roomId: '6' },
  );
  expect(inputOf({ rejected }).rejected).toEqual([{ text: 'Before', reason: 'No.' }]);
  expect(inputOf({}).language).toBe('pt-BR');
});
