import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { deleteRecord } from '#src/api/mutations.ts';
import { listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { outcomeOf } from '#src/api/tenant/outcome.ts';
import { act, link, save } from '#src/api/tenant/writes.ts';
import { hastenTimers } from '../hold-long-timers.ts';
import { clientDocument as client, draftDocument, type Given, here, tenantAnswers } from './tenant-answers.ts';

describe('a created record', () => {
  test('is found in the whole list if the tenant neither returns it nor sorts', async () => {
    const others = Array.from({ length: 40 }, (_, index) => client(`Other ${index}`, `${index + 10}`));
    tenantAnswers(({ method }) =>
      method === 'POST' ? 204 : { body: { data: [...others, client('New')], meta: { record_count: 41 } } },
    );
    expect(await save(clients, { attributes: { title: 'New' } }, here())).toMatchObject({ id: '5', title: 'New' });
  });

  test('is a success even if it cannot be found', async () => {
    tenantAnswers(({ method }) => (method === 'POST' ? 204 : 403));
    expect(await save(clients, { attributes: { title: 'New' } }, here())).toMatchObject({ id: '', title: 'New' });
  });
});

describe('a successful write whose record cannot be read again', () => {
  const location = { Location: '/rapi/v1/clients/5' };

  test.each<[string, Given]>([
    ['202 and its Location', { status: 202, headers: location }],
    ['204 and its Location', { status: 204, headers: location }],
    ['the id alone', { status: 201, body: { data: { id: '5', type: 'clients' } } }],
  ])('is a success after a creation answered by %s', async (_, given) => {
    tenantAnswers(({ method }) => (method === 'POST' ? given : 404));
    expect(await save(clients, { attributes: { title: 'New' } }, here())).toMatchObject({ id: '5', title: 'New' });
  });

  test.each<[string, Given]>([
    ['204', 204],
    ['202', 202],
  ])('is a success after an update answered by %s, with the other values as they were', async (_, given) => {
    let isRead = false;
    const versioned = { ...client('Before'), meta: { version: '1', can: ['update'] } };
    tenantAnswers(({ method }) => {
      if (method !== 'GET') return given;
      if (isRead) return 500;
      isRead = true;
      return { body: { data: versioned } };
    });
    await queryClient.query(oneQuery(clients, '5'));
    const row = await save(clients, { id: '5', attributes: { title: 'After' }, version: '1' }, here());
    expect(row).toMatchObject({ id: '5', title: 'After', code: 'abc', meta: { can: ['update'] } });
    // The known version predates the write.
    expect(row.meta.version).toBeUndefined();
  });

  test('refreshes the lists after a delay', async () => {
    hastenTimers();
    const { promise: listed, resolve } = Promise.withResolvers<void>();
    let isCreated = false;
    tenantAnswers(({ method, path }) => {
      if (method === 'POST') {
        isCreated = true;
        return { status: 201, headers: location };
      }
      if (path !== '/clients') return 404;
      if (isCreated) resolve();
      return { body: { data: [] } };
    });
    await queryClient.query(listQuery(clients));
    const stop = new QueryObserver(queryClient, listQuery(clients)).subscribe(() => undefined);
    await save(clients, { attributes: { title: 'New' } }, here());
    await listed;
    stop();
  });
});

describe('a deleted record', () => {
  test.each([422, 423])('stays after %i, with the reason', async (status) => {
    tenantAnswers(() => ({ status, body: { errors: [{ detail: 'It is in use.' }] } }));
    await expect(deleteRecord(clients, '5')).rejects.toThrow('It is in use.');
  });
});

describe('the outcome', () => {
  const others = [{ type: 'users', id: '7' }];
  const operations = [
    ['a deletion', () => deleteRecord(clients, '5', { from: here() }), 'done'],
    ['an added link', () => link(rooms, 'users', { id: '5', others, isAdding: true }, here()), 'missing'],
    ['a removed link', () => link(rooms, 'users', { id: '5', others, isAdding: false }, here()), 'missing'],
  ] as const;
  test.each(operations)('of %s depends on the response', async (_, perform, whenMissing) => {
    const kinds: [Given, string][] = [
      [204, 'done'],
      [404, whenMissing],
      [405, 'unsupported'],
      [422, 'refused'],
      [500, 'lost'],
    ];
    for (const [given, kind] of kinds) {
      tenantAnswers(({ method }) => (method === 'GET' ? { body: { data: client('A') } } : given));
      expect(await outcomeOf<void>(perform)).toMatchObject({ kind });
    }
  });
});

test('an action merges every record in its response', async () => {
  tenantAnswers(({ method }) =>
    method === 'GET'
      ? { body: { data: [draftDocument('8', 'in_review'), draftDocument('9', 'in_review')] } }
      : { body: { data: [draftDocument('8', 'approved'), draftDocument('9', 'rejected')] } },
  );
  await queryClient.query(listQuery(drafts));
  await act(drafts, 'mark_read_all_resolved', {}, here());
  const rows = queryClient.getQueryData(listQuery(drafts).queryKey)?.rows;
  expect(rows?.map(({ status }) => status)).toEqual(['approved', 'rejected']);
});

describe('a record with links but no linkage', () => {
  const linking = (related: string) => ({
    body: { data: { ...draftDocument('9', 'in_review'), relationships: { room: { links: { related } } } } },
  });

  test.each(['/rapi/v1/support_draft_messages/9/room', 'https://chat.example/rapi/v1/support_draft_messages/9/room'])(
    'is read with the record at %s',
    async (related) => {
      tenantAnswers(({ path }) =>
        path.endsWith('/room')
          ? { body: { data: { id: 7, type: 'room', attributes: { name: 'Anna' } } } }
          : linking(related),
      );
      const { row, included } = await queryClient.query(oneQuery(drafts, '9', ['room']));
      expect(row.one.room).toEqual({ type: 'rooms', id: '7' });
      expect(Object.values(included)).toMatchObject([{ attributes: { name: 'Anna' } }]);
    },
  );

  test.each(['https://elsewhere.example/rapi/v1/rooms/7', 'http://[nonsense'])(
    'does not follow %s',
    async (related) => {
      const sent = tenantAnswers(() => linking(related));
      expect((await queryClient.query(oneQuery(drafts, '9', ['room']))).row.one.room).toBeUndefined();
      expect(sent).toHaveLength(1);
    },
  );
});

describe('the room of a suggestion', () => {
  const messages = [{ kind: 'text', content: 'Good morning', settings: {} }];
  const related = '/rapi/v1/suggestions/9/room';
  const suggestion = (room: object) => ({
    body: {
      data: {
        id: '9',
        type: 'suggestions',
        attributes: { suggestion_messages_data: messages },
        relationships: { room },
      },
    },
  });
  const change = () =>
    save(suggestions, { id: '9', attributes: {}, one: { room: { type: 'rooms', id: '8' } } }, here());
  const shown = async () => {
    const query = { ...oneQuery(suggestions, '9', ['room']), staleTime: 0 };
    return (await queryClient.query(query)).row.one.room?.id;
  };

  test('is read by its link again after another room was chosen', async () => {
    let id = '7';
    tenantAnswers(({ method, path }) => {
      if (path.endsWith('/room')) return { body: { data: { id, type: 'rooms', attributes: { name: `Room ${id}` } } } };
      if (method === 'PUT') id = '8';
      return suggestion({ links: { related } });
    });
    expect(await shown()).toBe('7');
    expect((await change()).one.room).toEqual({ type: 'rooms', id: '8' });
    expect(await shown()).toBe('8');
  });

  test.each<[string, Given, string]>([
    ['stays as it was if the tenant ignores the change', suggestion({ data: { type: 'rooms', id: '7' } }), '7'],
    ['is the chosen one if the change is only accepted', 202, '8'],
  ])('%s', async (_, given, id) => {
    const read = suggestion({ data: { type: 'rooms', id: '7' } });
    tenantAnswers(({ method }) => (method === 'PUT' ? given : read));
    await shown();
    expect((await change()).one.room).toEqual({ type: 'rooms', id });
  });
});
