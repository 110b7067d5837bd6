import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { keywords } from '#contract/keywords.ts';
import { rooms } from '#contract/rooms.ts';
import { suggestions } from '#contract/suggestions.ts';
import { users } from '#contract/users.ts';
import { forgetCapabilities } from '#src/api/capabilities.ts';
import { changeConnection, connection, signIn } from '#src/api/connection.ts';
import { decideDraft } from '#src/api/decide-draft.ts';
import { CommentNotSavedError, type Decision } from '#src/api/decision.ts';
import { ApiError } from '#src/api/errors.ts';
import { findIncluded } from '#src/api/list-page.ts';
import { deleteRecord } from '#src/api/mutations.ts';
import { countsQuery, listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { fetchList } from '#src/api/reads.ts';
import { testSignIn } from '#src/api/sign-in/client-login.ts';
import { act, save } from '#src/api/tenant/writes.ts';
import { conversationQuery } from '#src/domain/conversation/conversation-query.ts';
import { aClient, aDraft, aMessage, aRoom, aSuggestion } from '../builders.ts';
import { createService, type TestService } from '../service.ts';
import '../src/render-page.tsx';
import { fetchThrough } from './fetch-through.ts';
import type { MatrixRow } from './matrix-rows.ts';
import { type RewriteName, rewrites } from './rewrites.ts';

const names = Object.keys(rewrites) as RewriteName[]; // Object.keys widens them to string.

/** List forms do not affect writes. */
const ofLists: readonly MatrixRow[] = ['Total count', 'Page count', 'Pagination links', 'Link value', 'meta.warnings'];
const written = names.filter((name) => !ofLists.includes(rewrites[name].row));

let service: TestService;
let roomId: string;
let draftId: string;

/** Reads everything the dashboard reads from a tenant, by the queries of its pages. */
async function readAll() {
  const list = await queryClient.fetchQuery(listQuery(rooms, { filter: { kind: 'support_room' }, page: { size: 2 } }));
  const one = await queryClient.fetchQuery(oneQuery(drafts, draftId, ['room', 'created_user']));
  const none = await queryClient.fetchQuery(listQuery(rooms, { filter: { name: 'No such room' } }));
  const listed = await queryClient.fetchQuery(listQuery(suggestions));
  const counts = await queryClient.fetchQuery(countsQuery(rooms, 'room_counts')).catch(refusedWith);
  const talk = await queryClient.fetchInfiniteQuery(conversationQuery(roomId));
  const missing = await queryClient.fetchQuery(oneQuery(rooms, '99999')).catch(refusedWith);
  const { name, enabled, awaiting_support, settings, created_at, created_at_unix } = list.rows[0] ?? {};
  const { row, included } = one;
  return {
    total: list.total,
    hasNext: list.hasNext,
    room: { name, enabled, awaiting_support, settings, created_at_unix },
    madeAt: created_at && new Date(created_at).getTime(),
    draft: row.message_content,
    isOpen: row.status === 'in_review',
    resolvedAt: row.resolved_time_unix,
    roomOfDraft: findIncluded(included, rooms, row.one.room)?.name,
    author: findIncluded(included, users, row.one.created_user)?.name,
    matches: none.rows.length,
    suggested: listed.rows[0]?.suggestion_messages_data,
    rooms: counts instanceof ApiError ? counts.status : counts.support_room,
    said: talk.pages.flatMap(({ entries }) => entries.map(({ text }) => text)),
    missing: missing instanceof ApiError && missing.isNotFound,
  };
}

const refusedWith = (error: unknown) => {
  if (error instanceof ApiError) return error;
  throw error;
};

type Reading = Awaited<ReturnType<typeof readAll>>;

/** Values that are missing at a tenant with a form. */
const lost: Partial<Record<RewriteName, Partial<Reading>>> = {
  'no total': { total: undefined },
  'unparseable dates': { madeAt: Number.NaN },
  'users without attributes': { author: '' },
  'no relationships': { roomOfDraft: undefined, author: undefined },
  'relationships are null': { roomOfDraft: undefined, author: undefined },
  'history of events': { said: [undefined] },
  'no room_counts': { rooms: 404 },
};

describe('a tenant', () => {
  let plain: Reading;

  beforeAll(async () => {
    service = await createService();
    const { db, userIds } = service;
    const settings = '{"colour":"teal"}';
    const room = await aRoom(db, { name: 'Anna', settings, awaiting_support: 1 }, [userIds.agent]);
    await aRoom(db, { name: 'Berta' });
    await aRoom(db, { name: 'Carla' });
    const draft = await aDraft(db, {
      room_id: room.id,
      created_user_id: userIds.agent,
      message_content: 'It is near.',
    });
    await aMessage(db, { room_id: room.id, user_id: userIds.agent, content: 'Hello.' });
    await aSuggestion(db, { room_id: room.id });
    roomId = String(room.id);
    draftId = String(draft.id);
    signInThrough();
    plain = await readAll();
  });
  beforeEach(() => queryClient.clear());
  afterAll(() => service.close());

  /** Signs in to a tenant with some forms. */
  function signInThrough(...forms: RewriteName[]) {
    vi.stubGlobal('fetch', fetchThrough(forms.map((name) => rewrites[name]))(service.fetch));
    const { key } = signIn(service.origin, service.tokens.admin);
    forgetCapabilities();
    const isPatch = forms.some((name) => rewrites[name].row === 'Update verb');
    changeConnection(key, { verb: isPatch ? 'PATCH' : 'PUT' });
  }

  it.each(names)('%s: is read like our own format', async (name) => {
    signInThrough(name);
    expect(await readAll()).toEqual({ ...plain, ...lost[name] });
  });

  it.each<RewriteName>([
    'status filters are refused: 400',
    'text search is refused: 400',
    'text search is refused: 403',
    'filters are ignored',
  ])('%s: drafts are filtered in the browser', async (name) => {
    const made = { room_id: Number(roomId), created_user_id: service.userIds.agent };
    const texts = ['near and open', 'near and settled', 'far one', 'far two', 'far three', 'far four'];
    for (const message_content of texts) {
      const status = message_content.includes('settled') ? 'approved' : 'in_review';
      await aDraft(service.db, { ...made, message_content, status });
    }
    signInThrough(name);
    const filter = { in_review: '1', content_or_room_name_like: 'near and' };
    const read = await fetchList(drafts, { filter, include: ['room'] });
    expect(read.rows.map((row) => row.message_content)).toEqual(['near and open']);
    expect(read.total).toBeUndefined();
    await service.db.deleteFrom('support_draft_messages').where('message_content', 'in', texts).execute();
  });

  it.each(written)('%s: saves edits', async (name) => {
    const client = await aClient(service.db, { title: 'Shop', settings: '{"colour":"teal"}' });
    signInThrough(name);
    const from = connection.get();
    const id = String(client.id);
    const read = await queryClient.fetchQuery(oneQuery(clients, id));
    await queryClient.fetchQuery(listQuery(keywords)).catch(refusedWith);
    const attributes = { title: 'Store', settings: { colour: 'amber' } };
    const saved = await save(clients, { id, attributes, version: read.row.meta.version }, from);
    expect(saved).toMatchObject({ id, ...attributes, code: read.row.code });
    expect(queryClient.getQueryData(oneQuery(clients, id).queryKey)?.row).toMatchObject(attributes);
    const kept = await service.db.selectFrom('clients').selectAll().where('id', '=', client.id).executeTakeFirst();
    expect(kept).toMatchObject({ title: 'Store', settings: '{"colour":"amber"}', version: client.version + 1 });

    const word = { key_name: `word for ${name}`, key_title: 'Parcels' };
    const made = await save(keywords, { attributes: word }, from);
    expect(made).toMatchObject(word);
    const find = () =>
      service.db.selectFrom('master_keywords').selectAll().where('key_name', '=', word.key_name).execute();
    const [row] = await find();
    expect(row).toMatchObject({ ...word, id: Number(made.id) });
    const { rows } = await queryClient.fetchQuery({ ...listQuery(keywords), staleTime: 0 });
    expect(rows).toMatchObject([word]);
    await deleteRecord(keywords, made.id);
    expect(await find()).toEqual([]);
    expect(queryClient.getQueryData(listQuery(keywords).queryKey)?.rows).toEqual([]);
    expect(await testSignIn(id)).toMatchObject({ hasToken: true });
  });

  it.each(written)('%s: applies a rejection, or reports which part failed', async (name) => {
    const author = { room_id: Number(roomId), created_user_id: service.userIds.agent };
    const draft = await aDraft(service.db, { ...author, message_content: 'No.' });
    signInThrough(name);
    const from = connection.get();
    if (!from) throw new Error('Not signed in.');
    const id = String(draft.id);
    const { row } = await queryClient.fetchQuery(oneQuery(drafts, id));
    const seen = {
      roomId,
      content: row.message_content,
      updatedAtUnix: row.updated_at_unix,
      version: row.meta.version,
    };
    const decision: Decision = { draftId: id, kind: 'reject', comment: 'Too late.', force: false, seen };
    const outcome = await decideDraft(decision, from).then(
      (decided) => (decided.kind === 'done' ? decided.kind : decided.error.status),
      (error) => expect(error).toBeInstanceOf(CommentNotSavedError),
    );
    const now = await service.db
      .selectFrom('support_draft_messages')
      .select(['status', 'comment'])
      .where('id', '=', draft.id)
      .executeTakeFirst();
    const missing = /^actions are (\d+)$/.exec(name)?.[1];
    if (missing) expect([outcome, now?.status]).toEqual([Number(missing), 'in_review']);
    else if (name === 'the comment is dropped for good')
      expect([now?.status, now?.comment]).toEqual(['rejected', null]);
    else expect([outcome, now]).toEqual(['done', { status: 'rejected', comment: 'Too late.' }]);
    const { row: shown } = await queryClient.query(oneQuery(drafts, id));
    expect([shown.status, shown.message_content]).toEqual([now?.status, 'No.']);

    const other = await aDraft(service.db, { ...author, message_content: 'Yes.' });
    const otherQuery = oneQuery(drafts, String(other.id));
    await queryClient.fetchQuery(otherQuery);
    await act(drafts, 'approve', { id: String(other.id) }, from).catch(refusedWith);
    const { row: approved } = await queryClient.query(otherQuery);
    expect([approved.status, approved.message_content]).toEqual([missing ? 'in_review' : 'approved', 'Yes.']);
    await service.db.deleteFrom('support_draft_messages').where('id', 'in', [draft.id, other.id]).execute();
  });
});
