import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { openTenants } from '#server/access/tenants.ts';
import { isPostgres } from '#server/db/engine.ts';
import type { Tables } from '#server/db/tables.ts';
import { sendTo } from '#test/api-client.ts';
import { LONG_TIMEOUT_MS } from '#test/long-timeout.ts';
import type { StoredTenant } from '#test/stored-tenant.ts';

/** Writes that the service has acknowledged. */
export class Ledger {
  readonly keywords: string[] = [];
  /** Draft id to its verdict. */
  readonly verdicts = new Map<string, 'approved' | 'rejected'>();
  /** Error responses, which should never occur. */
  readonly faults: string[] = [];

  get count() {
    return this.keywords.length + this.verdicts.size;
  }
}

const WRITERS = 4;
/** Bounds the writes, in case the service is not killed. */
const MOST_WRITES = 400;
/** SQLite checkpoints its WAL after about four megabytes: some kills should hit a checkpoint. */
const LONG_TEXT = 'long '.repeat(5_000);
const DRAFTS_AT_ONCE = 4;

/** Writes with several concurrent clients until the service is gone, and records acknowledged writes. */
export async function workUntilGone(origin: string, desk: StoredTenant, ledger: Ledger, name: string): Promise<void> {
  const client = new DeskClient(origin, desk, ledger);
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => client.work(`${name}.${writer}`)));
}

class DeskClient {
  readonly #origin: string;
  readonly #desk: StoredTenant;
  readonly #ledger: Ledger;

  constructor(origin: string, desk: StoredTenant, ledger: Ledger) {
    this.#origin = origin;
    this.#desk = desk;
    this.#ledger = ledger;
  }

  async work(name: string) {
    try {
      for (let count = 0; count < MOST_WRITES; count += 1) await this.#writeOne(`${name}.${count}`, count % 4);
    } catch (error) {
      // `fetch` rejects when the service is gone, or when the connection breaks in the middle of a response.
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    }
  }

  async #writeOne(name: string, kind: number) {
    if (kind === 0) {
      await this.#send('POST', 'master_keywords', { key_name: name, suggestions: LONG_TEXT });
      this.#ledger.keywords.push(name);
      return;
    }
    if (kind === 3) return this.#decideTogether(name);
    const draft = await this.#addDraft(String(this.#desk.roomId), name);
    const verdict = kind === 1 ? 'approved' : 'rejected';
    await this.#send('PUT', `support_draft_messages/${draft}/${kind === 1 ? 'approve' : 'reject'}`, { comment: name });
    this.#ledger.verdicts.set(draft, verdict);
  }

  async #decideTogether(name: string) {
    const { id } = await this.#send('POST', 'rooms', { name: `together ${name}`, kind: 'support_room' });
    const drafts: string[] = [];
    for (let count = 0; count < DRAFTS_AT_ONCE; count += 1) drafts.push(await this.#addDraft(id, `${name} ${count}`));
    await this.#send('PUT', `rooms/${id}/approve_support_draft_messages`, {});
    for (const draft of drafts) this.#ledger.verdicts.set(draft, 'approved');
  }

  async #addDraft(roomId: string, text: string): Promise<string> {
    const { id } = await this.#send('POST', 'support_draft_messages', { message_content: text, room_id: roomId });
    return id;
  }

  async #send(method: string, path: string, attributes: object) {
    const data = { type: path.split('/')[0], attributes };
    const response = await sendTo({ origin: this.#origin }, this.#desk.token, method, `/${path}`, data);
    const document = await response.json();
    if (!response.ok) this.#ledger.faults.push(`${response.status} ${document.errors[0].detail}`);
    return document.data;
  }
}

/** Opens a database like a service start, and checks it against the acknowledged writes and for consistency. */
export async function checkPlace(place: string, ledger: Ledger): Promise<void> {
  const tenants = await openTenants(place, LONG_TIMEOUT_MS);
  try {
    for (const { db, schema } of await tenants.all()) {
      expect(await findDamage(db, schema)).toEqual([]);
      expect(await findHalves(db)).toEqual([]);
    }
    const harbor = await tenants.byName('harbor');
    if (harbor && ledger.count > 0) await checkLedger(harbor.db, ledger);
  } finally {
    await tenants.close();
  }
}

async function checkLedger(db: Kysely<Tables>, ledger: Ledger) {
  const keywords = new Set(
    (await db.selectFrom('master_keywords').select('key_name').execute()).map((row) => row.key_name),
  );
  expect(ledger.keywords.filter((name) => !keywords.has(name))).toEqual([]);
  const drafts = await db.selectFrom('support_draft_messages').select(['id', 'status']).execute();
  const verdicts = new Map(drafts.map(({ id, status }) => [String(id), status]));
  expect([...ledger.verdicts].filter(([id, verdict]) => verdicts.get(id) !== verdict)).toEqual([]);
}

/** Corruption reported by the engine itself. */
export async function findDamage(db: Kysely<Tables>, schema: string | undefined): Promise<string[]> {
  if (!isPostgres(db)) {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    const broken = await sql`pragma foreign_key_check`.execute(db);
    return [...rows.map((row) => row.integrity_check).filter((line) => line !== 'ok'), ...broken.rows.map(String)];
  }
  await sql`create extension if not exists amcheck`.execute(db);
  const { rows } = await sql<{ damage: string }>`
    select verified.msg as damage
    from pg_class, lateral verify_heapam(pg_class.oid) as verified
    where relkind = 'r' and relnamespace = ${schema}::regnamespace
  `.execute(db);
  // Throws if an index and its table differ.
  await sql`
    select bt_index_check(pg_class.oid, true)
    from pg_class join pg_am on pg_am.oid = relam
    where amname = 'btree' and relnamespace = ${schema}::regnamespace
  `.execute(db);
  return rows.map(({ damage }) => damage);
}

/** Partially applied transactions. */
async function findHalves(db: Kysely<Tables>): Promise<string[]> {
  const messages = await db.selectFrom('messages').select(['id', 'room_id', 'content']).orderBy('id').execute();
  const newest = new Map(messages.map((message) => [message.room_id, message.id]));
  const said = new Set(messages.map((message) => `${message.room_id} ${message.content}`));
  const rooms = await db.selectFrom('rooms').select(['id', 'name', 'last_message_id']).execute();
  const drafts = await db.selectFrom('support_draft_messages').selectAll().execute();
  const halves: string[] = [];
  for (const room of rooms) {
    if (room.last_message_id !== (newest.get(room.id) ?? null)) halves.push(`room ${room.id} has another last message`);
    const verdicts = new Set(drafts.filter((draft) => draft.room_id === room.id).map(({ status }) => status));
    if (room.name?.startsWith('together ') && verdicts.size > 1) halves.push(`room ${room.id} is half decided`);
  }
  for (const draft of drafts) {
    const isSaid = said.has(`${draft.room_id} ${draft.message_content}`);
    if (isSaid !== (draft.status === 'approved')) halves.push(`draft ${draft.id} is ${draft.status}, said: ${isSaid}`);
    if ((draft.resolved_user_id === null) !== (draft.status === 'in_review'))
      halves.push(`draft ${draft.id} has no judge`);
  }
  return halves;
}
