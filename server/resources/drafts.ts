import { TZDate } from '@date-fns/tz';
import { expressionBuilder, type SqlBool, sql } from 'kysely';
import type { drafts } from '#contract/drafts.ts';
import { isPostgres } from '../db/engine.ts';
import { searchDrafts } from '../db/search/search.ts';
import type { Tables } from '../db/tables.ts';
import type { Hooks } from '../jsonapi/hooks.ts';
import { type Context, nowUnix } from '../jsonapi/request/context.ts';
import { assertChangeable, isOpen, reopenableUntilMs } from './draft-rules.ts';
import { markAllRead, markRead } from './mark-read.ts';
import { permissions } from './permissions.ts';
import { findRevised, reopenDraft } from './reopen-draft.ts';
import { resolveDraft } from './resolve-draft.ts';
import { isHiddenDraft, visibleDrafts } from './room-scope.ts';

const eb = expressionBuilder<Tables, 'support_draft_messages'>();
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
  permissions: permissions.support_draft_messages,
  columns: { message_content: { normalized: 'message_content_folded' } },
  filters: {
    approved: () => eb('status', '=', 'approved'),
    rejected: () => eb('status', '=', 'rejected'),
    resolved: () => eb.and([eb('resolved_user_id', 'is not', null), eb('resolved_time_unix', 'is not', null)]),
    in_review: (_, { db }) => (isPostgres(db) ? IS_IN_REVIEW : IS_IN_REVIEW_AS_ONE),
    read: (isWanted) => eb('create_user_resolved_read_time_unix', isWanted ? 'is not' : 'is', null),
    content_or_room_name_like: (texts, { db }) => searchDrafts(db, texts),
    from_created_at: (seconds, context) => {
      const start = dayStart(seconds, 0, context);
      return [eb('created_at_unix', '>=', start), sql<SqlBool>`support_draft_messages.id >= ${firstIdFrom(start)}`];
    },
    to_created_at: (seconds, context) => {
      const end = dayStart(seconds, 1, context);
      return [eb('created_at_unix', '<', end), sql<SqlBool>`support_draft_messages.id < ${lastIdBefore(end)}`];
    },
  },
  // The review queue.
  isQuick: ({ filter, sort }) =>
    Object.keys(filter).join() === 'in_review' && ['', 'created_at_unix', '-created_at_unix'].includes(sort.join()),
  scope: visibleDrafts,
  hideable: [eb('support_draft_messages.closed_room_id', 'is not', null)],
  isHidden: isHiddenDraft,
  can: isOpen,
  freshUntilMs: reopenableUntilMs,
  findBlocked: async (rows, { db, caller }) => {
    if (!permissions.support_draft_messages.reopen.includes(caller.role)) return [];
    const revised = await findRevised(
      rows.filter((row) => isOpen('reopen', row, caller)),
      db,
    );
    return revised.map((id) => ({ operation: 'reopen', id }));
  },
  assertAllowed: (operation, row, { caller }) => {
    if (operation !== 'members') assertChangeable(operation, row, caller);
  },
  onCreate: (_, context) => ({
    status: 'in_review',
    created_user_id: context.caller.userId,
    created_at_unix: nowUnix(context),
    updated_at_unix: nowUnix(context),
  }),
  onUpdate: (_, __, context) => ({ updated_at_unix: nowUnix(context) }),
  inBatches: ['mark_read_all_resolved'],
  actions: {
    approve: async ({ row, input, meta, context }) => ({
      record: await resolveDraft(row, { verdict: 'approved', ...input }, meta, context),
    }),
    reject: async ({ row, input, meta, context }) => ({
      record: await resolveDraft(row, { verdict: 'rejected', ...input }, meta, context),
    }),
    reopen: async ({ row, meta, context }) => ({ record: await reopenDraft(row, meta, context) }),
    mark_read: async ({ row, meta, context }) => ({ record: await markRead(row, meta, context) }),
    mark_read_all_resolved: ({ context }) => markAllRead(context),
  },
};

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
