import { aClient, aDraft, aKeyword, aMessage, aResolvedDraft, aRoom, aSuggestion, aUser } from '#test/builders.ts';
import { createService, type SendOptions, type TestService } from '#test/service.ts';

/** Fixtures of a check: the service with sample records. */
export interface Fixtures extends TestService {
  ids: Awaited<ReturnType<typeof fill>>;
  get(path: string, options?: SendOptions): ReturnType<TestService['send']>;
  /** Sends a create, update or action with attributes. */
  write(method: string, path: string, data: object, options?: SendOptions): ReturnType<TestService['send']>;
}

/** Checks that a row holds; throws otherwise. */
export type Check = (fixtures: Fixtures) => Promise<unknown>;

export type Checks<Row extends string> = Readonly<Record<Row, Check>>;

export const DRAFTS = 'support_draft_messages';
/** Creation time of the old draft: one minute past midnight UTC. */
export const LONG_AGO_UNIX = 1_000 * 86_400 + 60;

/** A service with a matching and a non-matching record for every filter. */
export async function createFixtures(): Promise<Fixtures> {
  const service = await createService();
  const ids = await fill(service);
  const get: Fixtures['get'] = (path, options) => service.send('GET', path, options);
  const write: Fixtures['write'] = (method, path, data, options) =>
    service.send(method, path, { body: { data }, ...options });
  return { ...service, ids, get, write };
}

async function fill({ db, userIds }: TestService) {
  const visitor = (await aUser(db, { name: 'Vera', kind: 'visitor' })).id;
  const active = await aRoom(db, { name: 'Active' }, [userIds.admin]);
  const waiting = { awaiting_support: 1, awaiting_since_unix: 5, is_private: 1 };
  const asked = await aRoom(db, { name: 'Asked 100%', ...waiting }, [visitor]);
  const staff = await aRoom(db, { name: 'Staff', kind: 2, is_private: 1 }, [userIds.admin, userIds.agent]);
  const quiet = await aRoom(db, { name: 'Quiet', kind: 3, is_private: 0 });
  const secret = await aRoom(db, { name: 'Private', is_private: 1 }, [userIds.agent]);
  await aMessage(db, { room_id: active.id, user_id: userIds.agent, content: 'From staff' });
  await aMessage(db, { room_id: asked.id, user_id: visitor, content: 'From a visitor' }, false);
  await db.updateTable('room_members').set({ starred: 1 }).where('room_id', '=', staff.id).execute();
  const by = { created_user_id: userIds.agent, room_id: active.id };
  const approved = await aResolvedDraft(db, userIds.reviewer, { ...by, create_user_resolved_read_time_unix: 9 });
  const rejected = await aResolvedDraft(db, userIds.supervisor, { ...by, status: 'rejected', comment: 'No' });
  const open = await aDraft(db, { room_id: asked.id, created_user_id: userIds.admin, message_content: 'Say 50%' });
  const old = await aDraft(db, { ...by, created_at_unix: LONG_AGO_UNIX });
  return {
    visitor,
    active: active.id,
    asked: asked.id,
    staff: staff.id,
    quiet: quiet.id,
    secret: secret.id,
    approved: approved.id,
    rejected: rejected.id,
    open: open.id,
    old: old.id,
    suggestion: (await aSuggestion(db, { room_id: active.id })).id,
    otherSuggestion: (await aSuggestion(db, { room_id: asked.id })).id,
    client: (await aClient(db)).id,
    otherClient: (await aClient(db)).id,
    keyword: (await aKeyword(db, { key_name: 'alpha', key_title: null })).id,
    otherKeyword: (await aKeyword(db, { key_name: 'beta' })).id,
  };
}
