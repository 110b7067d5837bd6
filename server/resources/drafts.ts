import { TZDate } from '@date-fns/tz';
import { expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Json } from '#contract/attribute.ts';
import type { drafts } from '#contract/drafts.ts';
import { isPostgres } from '../db/engine.ts';
import { searchDrafts } from '../db/search.ts';
import type { DraftRow, Tables } from '../db/tables.ts';
import { Overtaken } from '../db/transact.ts';
import { type Context, nowUnix } from '../jsonapi/context.ts';
import { problem } from '../jsonapi/problem.ts';
import type { Hooks } from '../jsonapi/served.ts';
import { refuseStale } from '../jsonapi/version.ts';
import { alreadyResolved, isOpen, mayResolve, resolveDraft } from './resolve-draft.ts';
import { rules } from './rules.ts';

const MOST_SHOWN = 100;
const is = expressionBuilder<Tables, 'support_draft_messages'>();
const spans = expressionBuilder<Tables>();
/** Draft ids per row of the spans table. */
const SPAN = 1_024;

/**
 * Must equal the expressions of the review queue's indexes: partial indexes on PostgreSQL, an indexed expression on
 * SQLite.
 */
const IS_IN_REVIEW = sql<SqlBool>`(status in ('in_review', '') and resolved_user_id is null and resolved_time_unix is null)`;
const IS_IN_REVIEW_AS_ONE = sql<SqlBool>`(case when status in ('in_review', '') and resolved_user_id is null and resolved_time_unix is null then 1 end) = 1`;

export const draftHooks: Hooks<typeof drafts, 'support_draft_messages'> = {
  table: 'support_draft_messages',
  rules: rules.support_draft_messages,
  columns: { message_content: { folded: 'message_content_folded' } },
  filters: {
    approved: () => is('status', '=', 'approved'),
    rejected: () => is('status', '=', 'rejected'),
    resolved: () => is.and([is('resolved_user_id', 'is not', null), is('resolved_time_unix', 'is not', null)]),
    in_review: (_, { db }) => (isPostgres(db) ? IS_IN_REVIEW : IS_IN_REVIEW_AS_ONE),
    read: (isWanted) => is('create_user_resolved_read_time_unix', isWanted ? 'is not' : 'is', null),
    content_or_room_name_like: (texts, { db }) => searchDrafts(db, texts),
    from_created_at: (seconds, context) => {
      const start = dayStart(seconds, 0, context);
      return [is('created_at_unix', '>=', start), sql<SqlBool>`support_draft_messages.id >= ${firstIdFrom(start)}`];
    },
    to_created_at: (seconds, context) => {
      const end = dayStart(seconds, 1, context);
      return [is('created_at_unix', '<', end), sql<SqlBool>`support_draft_messages.id < ${lastIdBefore(end)}`];
    },
  },
  can: (operation, row, caller) => {
    if (operation === 'approve' || operation === 'reject') return isOpen(row) && mayResolve(row, caller);
    if (operation === 'mark_read') {
      return !isOpen(row) && row.create_user_resolved_read_time_unix === null && mayMarkRead(row, caller);
    }
    return true;
  },
  onCreate: (_, context) => ({
    status: 'in_review',
    created_user_id: context.caller.userId,
    created_at_unix: nowUnix(context),
    updated_at_unix: nowUnix(context),
  }),
  onUpdate: (values, row, context) => {
    if (values.message_content !== undefined && !isOpen(row)) throw alreadyResolved(row);
    return { updated_at_unix: nowUnix(context) };
  },
  actions: {
    approve: async ({ row, input, meta, context }) => ({
      record: await resolveDraft(row, { verdict: 'approved', ...input }, meta, context),
    }),
    reject: async ({ row, input, meta, context }) => ({
      record: await resolveDraft(row, { verdict: 'rejected', ...input }, meta, context),
    }),
    mark_read: async ({ row, meta, context }) => ({ record: await markRead(row, meta, context) }),
    mark_read_all_resolved: ({ context }) => markAllRead(context),
  },
};

const mayMarkRead = (row: DraftRow, { userId, role }: Context['caller']) =>
  role === 'admin' || row.created_user_id === userId;

async function markRead(row: DraftRow, meta: Json, context: Context): Promise<DraftRow> {
  if (!mayMarkRead(row, context.caller)) {
    throw problem(403, '403', 'Only who wrote the draft, or an admin, marks its verdict as read.');
  }
  if (isOpen(row)) throw problem(422, '422', 'The draft has no verdict yet that could be read.');
  if (row.create_user_resolved_read_time_unix !== null) return row;
  refuseStale(row, meta);
  const read = await readNow(context)
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst();
  if (!read) throw new Overtaken(`draft ${row.id}`);
  return read;
}

async function markAllRead(context: Context) {
  const { db, caller } = context;
  const unread = is.and([
    is('created_user_id', '=', caller.userId),
    is('status', 'in', ['approved', 'rejected']),
    is('create_user_resolved_read_time_unix', 'is', null),
  ]);
  const first = await db
    .selectFrom('support_draft_messages')
    .select('id')
    .where(unread)
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute();
  const { numUpdatedRows } = await readNow(context).where(unread).executeTakeFirstOrThrow();
  const ids = first.map(({ id }) => id);
  const rows = await db
    .selectFrom('support_draft_messages')
    .selectAll()
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .orderBy('id')
    .execute();
  return { rows, meta: { record_count: Number(numUpdatedRows) } };
}

function readNow(context: Context) {
  const now = nowUnix(context);
  return context.db
    .updateTable('support_draft_messages')
    .set({ create_user_resolved_read_time_unix: now, updated_at_unix: now, version: sql`version + 1` });
}

/**
 * Ids increase roughly with time, so whole spans outside the date range can be skipped by id. Null if no span matches.
 */
function firstIdFrom(start: number) {
  const block = spans.selectFrom('support_draft_message_spans').select((at) => at.fn.min('block').as('block'));
  return sql<number>`${block.where('last_unix', '>', start)} * ${sql.lit(SPAN)}`;
}

function lastIdBefore(end: number) {
  const block = spans.selectFrom('support_draft_message_spans').select((at) => at.fn.max('block').as('block'));
  return sql<number>`(${block.where('first_unix', '<', end)} + 1) * ${sql.lit(SPAN)}`;
}

/**
 * Unix seconds of the start of a time's calendar day in the tenant's time zone, or of the day `daysLater` days later.
 */
function dayStart(seconds: number, daysLater: number, { timeZone }: Context) {
  const time = new TZDate(seconds * 1000, timeZone);
  return Math.floor(time.setHours(24 * daysLater, 0, 0, 0) / 1000);
}
