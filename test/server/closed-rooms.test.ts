import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { isPostgres } from '#server/db/engine.ts';
import { onQuery } from '#server/db/query-events.ts';
import { aDraft, aMember, aRoom } from '#test/builders.ts';
import { engine } from '#test/database-place.ts';
import { serviceForFile } from '#test/service.ts';

const DRAFTS = 'support_draft_messages';
const service = await serviceForFile();

async function seen(room_id: number) {
  const { records, meta } = await service.send('GET', `/${DRAFTS}?include=room&page[size]=100`, { as: 'reviewer' });
  expect(meta.record_count).toBe(records.length);
  const drafts = await service.db.selectFrom(DRAFTS).select('id').where('room_id', '=', room_id).execute();
  return records.filter(({ id }) => drafts.some((draft) => draft.id === Number(id))).length;
}

test('making a group room private hides its drafts from all staff but its members', async () => {
  const { db, userIds } = service;
  const { id } = await aRoom(db, { kind: 3, name: 'Canteen' }, [userIds.agent]);
  await aDraft(db, { room_id: id });
  const change = async (is_private: boolean) => {
    expect((await service.update('rooms', id, { is_private })).status).toBe(200);
  };
  expect(await seen(id)).toBe(1);
  await change(true);
  expect(await seen(id)).toBe(0);
  await aDraft(db, { room_id: id });
  expect(await seen(id)).toBe(0);
  await aMember(db, id, userIds.reviewer);
  expect(await seen(id)).toBe(2);
  await db.deleteFrom('room_members').where('user_id', '=', userIds.reviewer).execute();
  await change(false);
  expect(await seen(id)).toBe(2);
});

test('a search counts only the hits that the caller can see', async () => {
  const { db, userIds } = service;
  const { id: room_id } = await aRoom(db, { kind: 3, name: 'Boathouse', is_private: 1 }, [userIds.agent]);
  await aDraft(db, { room_id, message_content: 'varnish' });
  await aDraft(db, { room_id: (await aRoom(db, { name: 'Varnish' })).id });
  const path = `/${DRAFTS}?filter[content_or_room_name_like]=varnish`;
  const count = async (as: 'agent' | 'reviewer' | 'admin') => {
    const { meta, records } = await service.send('GET', path, { as });
    expect(meta.record_count).toBe(records.length);
    return records.length;
  };
  expect([await count('agent'), await count('reviewer'), await count('admin')]).toEqual([2, 1, 2]);
});

// PostgreSQL has to read the rows to verify the hits.
if (engine === 'SQLite') {
  test('the hits of a search are counted from an index, without reading their rows', async () => {
    const statements: string[] = [];
    const end = onQuery(({ sql: text }) => statements.push(text));
    await service.send('GET', `/${DRAFTS}?filter[content_or_room_name_like]=varnish`, { as: 'reviewer' });
    end();
    const counts = statements.filter((text) => text.includes('count(*)') && text.includes('_words'));
    expect(counts).toHaveLength(1);
    const plan = await planOf(counts[0] ?? '');
    expect(plan).toContain('COVERING INDEX support_draft_messages_closed');
    expect(plan).not.toContain('INTEGER PRIMARY KEY');
  });
}

test('the drafts of a private support room are visible to all staff', async () => {
  const { id } = await aRoom(service.db, { kind: 1 });
  await aDraft(service.db, { room_id: id });
  expect((await service.update('rooms', id, { is_private: true })).status).toBe(200);
  expect(await seen(id)).toBe(1);
});

describe('the drafts that staff can see are counted from an index alone', () => {
  test.each([
    'in_review=1',
    'approved=1',
    'rejected=1',
    'created_user_id=2',
    'resolved_user_id=2',
    'read=0',
    'from_created_at=1',
    'to_created_at=1',
  ])('%s', async (filter) => {
    const { id: room_id } = await aRoom(service.db);
    for (let count = 0; count < 3; count++) await aDraft(service.db, { room_id });
    // A page past the end requires a count query.
    const path = `/${DRAFTS}?filter[${filter.replace('=', ']=')}&page[number]=9`;
    const statements: string[] = [];
    const end = onQuery(({ sql: text }) => statements.push(text));
    await service.send('GET', path, { as: 'reviewer' });
    end();
    const counts = statements.filter((text) => text.includes('count(*)') && text.includes(DRAFTS));
    expect(counts).toHaveLength(1);
    expect(await planOf(counts[0] ?? '')).toMatch(
      /COVERING INDEX support_draft_messages_|Index Only Scan using support_draft_messages_/,
    );
  });
});

/** The query plan; on PostgreSQL, without the scans that it prefers for small tables only. */
async function planOf(statement: string) {
  const { db } = service;
  if (!isPostgres(db)) {
    const text = statement.replaceAll('?', '1');
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(db);
    return rows.map(({ detail }) => detail).join('\n');
  }
  return db.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction);
    await sql`set local enable_bitmapscan = off`.execute(transaction);
    const text = statement.replaceAll(/\$\d+/g, "'1'");
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(text)}`.execute(transaction);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
