import { expect } from 'vitest';
import { aDraft, aMessage, aResolvedDraft, aRoom } from '#test/builders.ts';
import type { SendOptions } from '#test/service.ts';
import { type Check, DRAFTS, type World } from './world.ts';

type Decision = SendOptions & { attributes?: object; meta?: object };

const decide = ({ send }: World, action: string, id: number, { attributes, meta, ...options }: Decision = {}) => {
  const body = attributes || meta ? { data: attributes && { type: DRAFTS, attributes }, meta } : undefined;
  return send('PUT', `/${DRAFTS}/${id}/${action}`, { as: 'reviewer', body, ...options });
};

/** Checks of drafts and their actions. */
export const draftChecks = {
  'writable fields of drafts': async ({ ids, write }) => {
    const attributes = { message_content: 'Hi', kind: 'html', settings: { a: 1 }, comment: 'c' };
    const room_id = String(ids.active);
    const { record } = await write('POST', `/${DRAFTS}`, { type: DRAFTS, attributes: { ...attributes, room_id } });
    expect(record.attributes).toMatchObject({ ...attributes, status: 'in_review', resolved_time_unix: null });
    const plain = await write('POST', `/${DRAFTS}`, { type: DRAFTS, attributes: { message_content: 'Hi', room_id } });
    expect(plain.record.attributes).toMatchObject({ kind: 'text', settings: {}, comment: null });
    for (const name of ['status', 'resolved_time_unix', 'created_at_unix', 'updated_at_unix']) {
      const { status, errors } = await write('POST', `/${DRAFTS}`, { type: DRAFTS, attributes: { [name]: 1 } });
      expect([status, errors[0]?.code]).toEqual([400, '105']);
    }
  },
  'room on create': async ({ ids, write }) => {
    const attributes = { message_content: 'Hi' };
    const room = { data: { type: 'rooms', id: String(ids.active) } };
    const ways = [
      { attributes: { ...attributes, room_id: String(ids.active) } },
      { attributes, relationships: { room } },
    ];
    for (const way of ways) {
      const { record } = await write('POST', `/${DRAFTS}`, { type: DRAFTS, ...way });
      expect(record.relationships?.room?.data).toEqual(room.data);
    }
  },
  'drafts: created in review, approved, rejected, with a comment': async (world) => {
    for (const [action, status] of [
      ['approve', 'approved'],
      ['reject', 'rejected'],
    ] as const) {
      const { id } = await aDraft(world.db);
      const { record } = await decide(world, action, id, { attributes: { comment: 'Because' } });
      expect(record.attributes).toMatchObject({ status, comment: 'Because', resolved_time_unix: expect.any(Number) });
      expect(record.relationships?.resolved_user?.data).toMatchObject({ id: String(world.userIds.reviewer) });
    }
  },
  'drafts: the same action again': async (world) => {
    const { id } = await aDraft(world.db);
    const first = await decide(world, 'approve', id);
    expect(await decide(world, 'approve', id)).toMatchObject({ status: 200, record: first.record });
  },
  'drafts: the opposite action, or an edit, once resolved': async (world) => {
    const { id } = await aDraft(world.db);
    const { record } = await decide(world, 'approve', id);
    const edit = { type: DRAFTS, id: String(id), attributes: { message_content: 'x' } };
    for (const answer of [decide(world, 'reject', id), world.write('PUT', `/${DRAFTS}/${id}`, edit)]) {
      const { status, errors } = await answer;
      expect([status, errors[0]?.code]).toEqual([422, 'already_resolved']);
      expect(errors[0]?.meta?.current).toMatchObject({ id: record.id, attributes: { status: 'approved' } });
    }
  },
  'drafts: an empty status': async (world) => {
    const { id } = await aDraft(world.db, { status: '' });
    expect((await decide(world, 'reject', id)).record.attributes?.status).toBe('rejected');
  },
  'drafts: approve with edits': async (world) => {
    const { id } = await aDraft(world.db, { message_content: 'First' });
    const { record } = await decide(world, 'approve', id, { attributes: { message_content: 'Second' } });
    expect(record.attributes).toMatchObject({
      message_content: 'Second',
      status: 'approved',
      settings: { original_content: 'First' },
    });
  },
  'drafts: a room that moved on': async (world) => {
    const { db, ids } = world;
    const room = await aRoom(db);
    const seen = await aMessage(db, { room_id: room.id });
    const { id } = await aDraft(db, { room_id: room.id });
    await aMessage(db, { room_id: room.id, user_id: ids.visitor }, false);
    const meta = { last_message_id: String(seen.id) };
    const { status, errors } = await decide(world, 'approve', id, { meta });
    expect([status, errors[0]?.code, errors[0]?.meta]).toEqual([422, 'room_moved_on', { newer_count: 1 }]);
    expect((await decide(world, 'approve', id, { meta: { ...meta, force: true } })).status).toBe(200);
  },
  'drafts: approving sends, rejecting does not': async (world) => {
    const sent = [];
    for (const action of ['approve', 'reject']) {
      const room = await aRoom(world.db, { awaiting_support: 1 });
      const { id } = await aDraft(world.db, { room_id: room.id, message_content: 'Sent' });
      await decide(world, action, id);
      const { record } = await world.get(`/rooms/${room.id}`);
      const messages = (await world.get(`/rooms/${room.id}/history`)).records;
      sent.push([record.attributes?.awaiting_support, messages.map((message) => message.attributes?.content)]);
    }
    expect(sent).toEqual([
      [false, ['Sent']],
      [true, []],
    ]);
  },
  'drafts: mark_read': async (world) => {
    const { db, userIds } = world;
    const { id } = await aResolvedDraft(db, userIds.reviewer, { created_user_id: userIds.agent });
    const { id: open } = await aDraft(db, { created_user_id: userIds.agent });
    expect((await decide(world, 'mark_read', open, { as: 'agent' })).status).toBe(422);
    expect((await decide(world, 'mark_read', id, { as: 'supervisor' })).status).toBe(403);
    const { record } = await decide(world, 'mark_read', id, { as: 'agent' });
    const { create_user_resolved_read_time_unix: readAt } = record.attributes ?? {};
    expect(readAt).toBeGreaterThan(0);
    const again = await decide(world, 'mark_read', id, { as: 'admin' });
    expect(again.record.attributes?.create_user_resolved_read_time_unix).toBe(readAt);
  },
  'drafts: nobody judges their own': async (world) => {
    const { db, userIds } = world;
    const own = async (as: 'reviewer' | 'admin') => (await aDraft(db, { created_user_id: userIds[as] })).id;
    expect((await decide(world, 'approve', await own('reviewer'))).status).toBe(403);
    expect((await decide(world, 'approve', await own('admin'), { as: 'admin' })).status).toBe(200);
  },
  'actions without a body': async (world) => {
    for (const body of [undefined, {}, { data: { type: DRAFTS, attributes: {} } }]) {
      const { id } = await aDraft(world.db);
      expect((await decide(world, 'approve', id, { body })).status).toBe(200);
    }
  },
  'action: drafts of a room': async ({ db, send, userIds }) => {
    const room = await aRoom(db);
    const drafts = [];
    for (const created_user_id of [userIds.agent, userIds.agent, userIds.reviewer]) {
      drafts.push(String((await aDraft(db, { room_id: room.id, created_user_id })).id));
    }
    const [one, two, own] = drafts;
    const path = `/rooms/${room.id}/approve_support_draft_messages`;
    const body = { data: { type: 'rooms', attributes: { ids: [one, '999999'] } } };
    const named = await send('PUT', path, { as: 'reviewer', body });
    expect(named.records.map(({ id }) => id)).toEqual([one]);
    expect(named.meta).toMatchObject({ record_count: 1, refused: [{ id: '999999', code: '404' }] });
    const all = await send('PUT', path, { as: 'reviewer' });
    expect(all.records.map(({ id }) => id)).toEqual([two]);
    expect(all.meta.refused).toEqual([{ id: own, code: '403', detail: expect.any(String) }]);
    expect((await send('PUT', path, { as: 'admin' })).records.map(({ id }) => id)).toEqual([own]);
    expect(await send('PUT', path, { as: 'reviewer' })).toMatchObject({ status: 200, records: [] });
  },
  'action: mark_read_all_resolved': async ({ db, send, userIds }) => {
    for (let number = 0; number < 101; number++) {
      await aResolvedDraft(db, userIds.admin, { created_user_id: userIds.supervisor });
    }
    const { records, meta } = await send('PUT', `/${DRAFTS}/mark_read_all_resolved`, { as: 'supervisor' });
    expect([records.length, meta.record_count]).toEqual([100, 101]);
  },
} satisfies Record<string, Check>;
