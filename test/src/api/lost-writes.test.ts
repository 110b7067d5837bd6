import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { clients } from '#contract/clients.ts';
import { drafts } from '#contract/drafts.ts';
import { signIn } from '#src/api/connection.ts';
import { ApiError } from '#src/api/errors.ts';
import { deleteRecord } from '#src/api/mutations.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import { save } from '#src/api/tenant/writes.ts';
import { createDecision } from '#src/outbox/create-decision.ts';
import { deliverDecision } from '#src/outbox/deliver.ts';
import { aClient, aDraft, aRoom } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import type { Respond } from '../answering.ts';
import {
  afterwards,
  connectionRefused,
  emptyResponse,
  failing,
  refusedWith,
  responseCut,
  responseLost,
} from '../network-faults.ts';
import { startService } from '../render-page.tsx';
import { here } from './tenant-answers.ts';

const RUNS = 200;
const OPERATIONS = ['approve', 'reject', 'create draft', 'create client', 'change', 'delete'] as const;
const passing: Respond = (passOn) => passOn();
const gatewayPage: Respond = async () => new Response('<title>Bad gateway</title>', { status: 502 });
/** Of a request: it passes, never reaches the service, or only its response is lost. */
const OUTCOMES: Readonly<Record<string, Respond>> = {
  passes: passing,
  'connection refused': connectionRefused,
  'response lost': responseLost,
  'response cut': responseCut,
  'gateway page': afterwards(gatewayPage),
  failure: afterwards(emptyResponse(500)),
  unconfirmed: afterwards(refusedWith(503, { code: 'outcome_unknown' })),
};

let service: TestService;
beforeEach(async () => {
  service = await startService();
  signIn(service.origin, service.tokens.admin);
});

/** An operation, and the number of its effects in the database. */
interface Operation {
  perform: () => Promise<unknown>;
  effects: () => Promise<number>;
  /** Whether the user retries after a failure; decisions retry by themselves. */
  isRepeated: boolean;
}

async function prepareOperation(name: (typeof OPERATIONS)[number], mark: string): Promise<Operation> {
  const { db, userIds } = service;
  if (name === 'approve' || name === 'reject') {
    const room = await aRoom(db);
    const { id, version } = await aDraft(db, { room_id: room.id, created_user_id: userIds.agent });
    const { row } = await queryClient.query(oneQuery(drafts, String(id)));
    const perform = () => deliverDecision({ ...createDecision(row, name), comment: mark }, here());
    const effects = async () => {
      const after = await db.selectFrom('support_draft_messages').selectAll().where('id', '=', id).executeTakeFirst();
      const sent = await db.selectFrom('messages').select('id').where('room_id', '=', room.id).execute();
      expect(sent).toHaveLength(name === 'approve' && after?.status === 'approved' ? 1 : 0);
      return (after?.version ?? 0) - version;
    };
    return { perform, effects, isRepeated: false };
  }
  if (name === 'create draft') {
    const room = await aRoom(db);
    const one = { room: { type: 'rooms', id: String(room.id) } };
    return {
      perform: () => save(drafts, { attributes: { message_content: mark }, one }, here()),
      effects: async () =>
        (await db.selectFrom('support_draft_messages').select('id').where('room_id', '=', room.id).execute()).length,
      isRepeated: true,
    };
  }
  if (name === 'create client') {
    return {
      perform: () => save(clients, { attributes: { title: mark } }, here()),
      effects: async () => (await db.selectFrom('clients').select('id').where('title', '=', mark).execute()).length,
      isRepeated: true,
    };
  }
  const { id } = await aClient(db, { title: `${mark} before` });
  const { row } = await queryClient.query(oneQuery(clients, String(id)));
  const find = () => db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst();
  if (name === 'delete') {
    return {
      perform: () => deleteRecord(clients, String(id)),
      effects: async () => ((await find()) ? 0 : 1),
      isRepeated: true,
    };
  }
  const perform = () =>
    save(clients, { id: String(id), attributes: { title: mark }, version: row.meta.version }, here());
  return { perform, effects: async () => ((await find())?.title === mark ? 1 : 0), isRepeated: true };
}

test('a write with a lost response is applied once, and reported as done if it was', async () => {
  // Decisions poll every five seconds; shorten the delay.
  const later = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (act: () => void, ms?: number) => later(act, Math.min(ms ?? 0, 1)));
  let run = 0;
  const attempt = async (name: (typeof OPERATIONS)[number], outcomes: readonly string[]) => {
    vi.stubGlobal('fetch', service.fetch);
    const { perform, effects, isRepeated } = await prepareOperation(name, `run ${run++}`);
    vi.stubGlobal(
      'fetch',
      failing(() => true, ...outcomes.map((outcome) => OUTCOMES[outcome] ?? passing))(service.fetch),
    );
    const tryIt = () =>
      perform().then(
        () => undefined,
        (reason: unknown) => reason,
      );
    let error = await tryIt();
    if (error !== undefined && !(error instanceof ApiError)) throw error;
    const isUnknown = error instanceof ApiError && error.isOutcomeUnknown;
    // A reported outcome is true, unless it is reported as unknown.
    if (!isUnknown) expect(await effects()).toBe(error === undefined ? 1 : 0);
    for (let presses = 0; isRepeated && error !== undefined && presses < 9; presses++) {
      error = await tryIt();
      // The first attempt was applied after all: the form compares the record with its own values and accepts it.
      if (error instanceof ApiError && error.hasCode('stale_version')) error = undefined;
    }
    if (isRepeated) expect(error).toBeUndefined();
    if (isRepeated || error === undefined) expect(await effects()).toBe(1);
  };
  const outcomes = fc.array(fc.constantFrom('passes', ...Object.keys(OUTCOMES)), { minLength: 1, maxLength: 5 });
  await fc.assert(fc.asyncProperty(fc.constantFrom(...OPERATIONS), outcomes, attempt), { numRuns: RUNS });
});
