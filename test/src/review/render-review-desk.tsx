import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { DraftRow } from '#server/db/tables.ts';
import { queryClient } from '#src/api/query-client.ts';
import { preloadLazyChunks } from '#src/features/review-queue/lazy-components.ts';
import { readReviewAddress } from '#src/features/review-queue/review-query.ts';
import { arrivalsQuery, latestDecisionsQuery } from '#src/features/review-queue/use-queue-polling.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { failedDecisions, idsToReselect, locallyDecidedIds } from '#src/outbox/decision-outcomes.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { reviewRoutes } from '#src/routes.tsx';
import { aDraft, aMessage, aRoom, aUser } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { intercepting, type Respond } from '../answering.ts';
import { type PageOptions, renderPage, startService } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';

/** The review page with the outbox below it, as in the app shell. */
export const deskRoutes = withOutbox(reviewRoutes);

const startTimer = globalThis.setTimeout;
const timers = new Set<ReturnType<typeof startTimer>>();
globalThis.setTimeout = Object.assign((...given: Parameters<typeof startTimer>) => {
  const timer = startTimer(...given);
  timers.add(timer);
  return timer;
}, startTimer);

/** For `beforeEach`: sends decisions without undo delay, and clears the previous test's decisions. */
export function freshDesk(): void {
  // A decision refetches the lists up to two seconds later, perhaps in the middle of the next test.
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  updateSettings({ undoSeconds: 0, pollSeconds: 60 });
  locallyDecidedIds.set(new Set());
  failedDecisions.set({});
  idsToReselect.set([]);
}

interface CaseOptions {
  visitorName?: string;
  room?: { name?: string; settings?: string };
  /** When the visitor wrote, in Unix seconds. */
  saidAtUnix?: number;
  /** Author of the draft. Default: the agent. */
  authorId?: number;
}

/** A draft in review in its own room, whose visitor has written the messages `said`. */
export async function aCase(
  { db, userIds }: TestService,
  said: readonly string[],
  message_content: string,
  { visitorName = 'Anna', room: given = {}, saidAtUnix, authorId = userIds.agent }: CaseOptions = {},
) {
  const visitor = await aUser(db, { kind: 'visitor', name: visitorName });
  const room = await aRoom(db, given, [visitor.id]);
  const when = saidAtUnix === undefined ? {} : { created_at_unix: saidAtUnix };
  for (const content of said) await aMessage(db, { room_id: room.id, user_id: visitor.id, content, ...when }, false);
  const draft = await aDraft(db, { room_id: room.id, message_content, created_user_id: authorId });
  return { visitor, room, draft };
}

/** A room with a waiting visitor and one draft in review. */
export const oneDraft = (service: TestService) =>
  aCase(service, ['Where is my parcel?'], 'It is on its way.', { room: { name: 'Anna · parcel' } });

/** Opens the review page of a service with one draft: in the queue, or the draft by its own address. */
export async function openOneDraft(from: 'queue' | 'address', options: Partial<PageOptions> = {}) {
  const service = await startService();
  const made = await oneDraft(service);
  const path = from === 'queue' ? '/review' : `/review/${made.draft.id}`;
  const page = await openDesk(path, 'It is on its way.', options);
  const row = () => stored(service, made.draft.id);
  return {
    ...page,
    ...made,
    row,
    becomes: (status: DraftRow['status']) => waitFor(async () => expect((await row()).status).toBe(status)),
    decisions: () => decisionsOf(page.requests),
  };
}

/** `count` rooms with one draft each, oldest first: "reply 1", "reply 2", … */
export async function manyDrafts(service: TestService, count: number) {
  const drafts: { id: number }[] = [];
  for (let number = 1; number <= count; number++) {
    const room = await aRoom(service.db, { name: `Room ${number}` });
    const message_content = `reply ${number}`;
    const created_user_id = service.userIds.agent;
    drafts.push(await aDraft(service.db, { room_id: room.id, message_content, created_user_id }));
  }
  return drafts;
}

/** Opens the page as a reviewer and waits for the text, in the list or as the chosen draft. */
export async function openDesk(path: string, text: string, options: Partial<PageOptions> = {}) {
  // Preload the lazy chunks, as on a page open for some seconds.
  await preloadLazyChunks();
  const page = await renderPage(path, { routes: deskRoutes, role: 'reviewer', ...options });
  const name = path === '/review' ? 'Review queue' : 'Current draft';
  await within(await screen.findByRole('region', { name })).findByText(text);
  const address = readReviewAddress(new URL(path, location.origin).search);
  const news = [arrivalsQuery(address), ...(address.tab === 'in_review' ? [latestDecisionsQuery()] : [])];
  await waitFor(() => {
    // The queue shows the text of a draft that is still being fetched.
    expect(queryClient.isFetching()).toBe(0);
    // The first poll of arrivals is the baseline: it must complete before the test changes anything.
    for (const { queryKey } of news) expect(queryClient.getQueryState(queryKey)?.status).toMatch(/success|error/);
  });
  return page;
}

/**
 * Opens the review page of a service with `count` drafts, by default with the first one open; `path` may depend on the
 * drafts. `rowOf` reads a draft as stored, by its number.
 */
export async function openDrafts(
  count: number,
  path: string | ((drafts: { id: number }[]) => string) = '/review',
  { text = 'reply 1', ...options }: Partial<PageOptions> & { text?: string } = {},
) {
  const service = await startService();
  const drafts = await manyDrafts(service, count);
  const page = await openDesk(typeof path === 'string' ? path : path(drafts), text, options);
  const rowOf = (number: number) => stored(service, drafts[number - 1]?.id ?? 0);
  return { ...page, drafts, rowOf };
}

/** Rejects the open draft by keys, with a typed reason. */
export async function rejectWith(user: UserEvent, reason: string) {
  await user.keyboard('r');
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), `${reason}{Control>}{Enter}{/Control}`);
}

export const stored = (service: TestService, id: number) =>
  service.db.selectFrom('support_draft_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Whether a request decides on one draft or on several drafts of a room. */
export const isDecision = (url: string) => /\/(approve|reject)(_support_draft_messages)?$/.test(url);

export const decisionsOf = (requests: readonly Request[]) => requests.filter(({ url }) => isDecision(url));

/** Middleware for the decisions. */
export const onDecision = (respond: Respond) => intercepting(isDecision, respond);

export const queue = () => screen.getByRole('region', { name: 'Review queue' });
/** The line of the open draft in the queue. */
export const currentLine = () => within(queue()).getByRole('link', { current: true });
export const chosen = () => screen.getByRole('region', { name: 'Current draft' });
/** Waits until the open draft shows this text. Each draft has its own article, which a late change would replace. */
export const findInDraft = (text: string) =>
  waitFor(() => within(within(chosen()).getByRole('article', { name: 'Draft' })).getByText(text));

/** No decision is pending. Call right after the event that might have caused one. */
export const nothingIsDecided = () => expect(outbox.get()).toEqual([]);

/** No decision is pending, neither in the store nor on the page, which renders a frame later. */
export const outboxIsEmpty = () =>
  waitFor(() => {
    expect(outbox.get()).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Outbox' })).toBeNull();
  });
