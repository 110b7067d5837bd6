import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { clientSitesQuery, rejectedQuery } from '#src/domain/checks/check-queries.ts';
import { checkQueue } from '#src/features/review-checks/check-queue.ts';
import { delay } from '#src/lib/delay.ts';
import { navigate } from '#src/lib/router.ts';
import { aClient, aKeyword, aMessage, aResolvedDraft, MADE_AT_UNIX } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { addFilter, offeredFilters } from '../add-filter.ts';
import { holding } from '../answering.ts';
import { failNextQuestion } from '../in-process-worker.ts';
import { pollQuickly } from '../poll-quickly.ts';
import { startService } from '../render-page.tsx';
import { textsOf } from '../texts-of.ts';
import { aCase, chosen, freshDesk, openDesk, openDrafts, queue, stored } from './render-review-desk.tsx';

beforeEach(freshDesk);

const QUESTION = 'Where is my parcel? It should have been here on Monday.';
/** Time for the deferred draft pane to follow the list. */
const FOLLOW_MS = 500;
const CLOSER_LOOK = '/review?filter%5Bcloser_look%5D=1';

/** A draft in its own room, for a visitor who asked a question on a client's site. */
const asked = (service: TestService, text: string) =>
  aCase(service, [QUESTION], text, {
    visitorName: 'Elena',
    room: { settings: JSON.stringify({ client: 'gannet' }) },
    saidAtUnix: MADE_AT_UNIX - 60,
  });

const aSite = (service: TestService) =>
  aClient(service.db, { code: 'gannet', settings: JSON.stringify({ allowed_origins: ['https://gannet.example'] }) });

const checks = () => within(chosen()).findByRole('region', { name: 'Checks' });
const list = () => within(queue()).getByRole('list', { name: 'Drafts' });
const lines = () =>
  within(list())
    .getAllByRole('link')
    .map((line) => line.textContent ?? '');
const line = (text: string) => lines().find((one) => one.includes(text)) ?? '';

test('findings of the open draft are listed beside it, each with its reason', async () => {
  const service = await startService();
  await aSite(service);
  const text = 'Hello {{name}}, please look at https://gannet.example/a and https://parcels.test/b for your parcel.';
  const { room, visitor, draft } = await asked(service, text);
  await aMessage(
    service.db,
    { room_id: room.id, user_id: visitor.id, content: 'Hello?', created_at_unix: MADE_AT_UNIX + 60 },
    false,
  );
  const { user } = await openDesk(`/review/${draft.id}`, text);
  const found = await checks();
  await waitFor(() => expect(within(found).getAllByRole('listitem')).toHaveLength(3));
  const words = textsOf(within(found).getAllByRole('listitem'));
  expect(words).toEqual([
    'A placeholder{{name}} was left in the text.',
    'An unknown linkparcels.test isn’t the client’s site, and the visitor didn’t mention it.',
    'A newer messageElena wrote after the draft. Read it before you approve.',
  ]);
  // Findings block nothing.
  await user.keyboard('r');
  expect(await within(chosen()).findByRole('textbox')).toBeTruthy();
});

test('a text that was rejected or sent in the room before is reported, with the reason', async () => {
  const service = await startService();
  const text = 'Your parcel is out for delivery and arrives today.';
  const { room, draft } = await asked(service, text);
  const { db, userIds } = service;
  await aResolvedDraft(db, userIds.reviewer, {
    room_id: room.id,
    message_content: text,
    status: 'rejected',
    comment: 'It arrives tomorrow.',
  });
  await aMessage(db, { room_id: room.id, user_id: userIds.agent, content: text, created_at_unix: MADE_AT_UNIX - 30 });
  await openDesk(`/review/${draft.id}`, text);
  const found = await checks();
  await within(found).findByText('Already sent');
  expect((await within(found).findByText(/was rejected in this conversation/)).textContent).toContain(
    'It arrives tomorrow.',
  );
});

test('a draft without findings has no section “Checks”', async () => {
  const service = await startService();
  const { draft } = await asked(service, 'Your parcel is out for delivery and arrives today.');
  await asked(service, 'Paid with 4242 4242 4242 4242.');
  await openDesk(`/review/${draft.id}`, 'Your parcel is out for delivery and arrives today.');
  // The checks have run: they marked the other draft.
  await waitFor(() => expect(line('Paid with')).toContain('card number'));
  expect(within(chosen()).queryByRole('region', { name: 'Checks' })).toBeNull();
});

test('after the check worker fails, a new worker runs the next checks', async () => {
  const service = await startService();
  const { draft } = await asked(service, 'Hello {{name}}, your parcel is out for delivery.');
  const other = await asked(service, 'Paid with 4242 4242 4242 4242.');
  failNextQuestion();
  const { user } = await openDesk(`/review/${draft.id}`, 'Hello {{name}}, your parcel is out for delivery.');
  await user.keyboard('j');
  expect((await checks()).textContent).toContain('card number');
  expect(location.pathname).toContain(String(other.draft.id));
});

test('stopped checks start no further work, even when the data they waited for arrives', async () => {
  const idle = vi.fn((run: () => void) => run());
  vi.stubGlobal('requestIdleCallback', idle);
  const page = { rows: [], total: 0, included: [] };
  for (const { queryKey } of [clientSitesQuery(), rejectedQuery()]) queryClient.setQueryData(queryKey, page as never);
  checkQueue([], false)();
  await delay();
  expect(idle).toHaveBeenCalledTimes(1);
});

test('a queue line shows the most severe finding before its text, and the bulk approval lists all below it', async () => {
  const service = await startService();
  await asked(service, 'Refunded to DE89 3704 0044 0532 0130 00, dear {{name}}.');
  await asked(service, 'Your parcel is out for delivery.');
  const { user } = await openDesk('/review', 'Your parcel is out for delivery.');
  await waitFor(() => expect(line('Refunded')).toMatch(/account number \+1.*Refunded to/));
  expect(line('out for delivery')).not.toMatch(/number/);
  await user.keyboard('xa');
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 1 draft' }));
  await dialog.findByText(/was left in the text/);
});

test('findings that need the conversation mark the next drafts before they are opened', async () => {
  const service = await startService();
  for (let number = 0; number < 6; number++) await asked(service, `Parcel ${number} arrives today, said the courier.`);
  await asked(service, 'Ihre Bestellung hat unser Lager gestern verlassen und kommt morgen bei Ihnen an.');
  await openDesk('/review', 'Parcel 0 arrives today, said the courier.');
  await waitFor(() => expect(line('Ihre Bestellung')).toContain('other language'));
});

test('a newer message marks the queue line before the draft is opened', async () => {
  pollQuickly();
  const service = await startService();
  for (let number = 0; number < 6; number++) await asked(service, `Parcel ${number} arrives today, said the courier.`);
  const last = await asked(service, 'Your order left the warehouse yesterday and arrives tomorrow.');
  const { requests } = await openDesk('/review', 'Parcel 0 arrives today, said the courier.');
  const reads = () => requests.filter(({ url }) => url.includes(`/rooms/${last.room.id}/history`)).length;
  await waitFor(() => expect(reads()).toBeGreaterThan(0));
  const now = Math.floor(Date.now() / 1000);
  const wait = { awaiting_support: 1, awaiting_since_unix: now };
  const said = { room_id: last.room.id, user_id: last.visitor.id, content: 'Hello?', created_at_unix: now };
  await aMessage(service.db, said, false);
  await service.db.updateTable('rooms').set(wait).where('id', '=', last.room.id).execute();
  await waitFor(() => expect(line('Your order left')).toContain('newer message'));
});

test('“Needs a closer look” lists drafts with findings, and reads their conversations', async () => {
  const service = await startService();
  await asked(service, 'Your parcel is out for delivery and arrives today.');
  await asked(service, 'Hello {{name}}, it is out for delivery and arrives today.');
  await asked(service, 'Ihre Bestellung hat unser Lager gestern verlassen und kommt morgen bei Ihnen an.');
  for (let number = 0; number < 6; number++) await asked(service, `Parcel ${number} arrives today, said the courier.`);
  const { user, requests } = await openDesk('/review', 'Your parcel is out for delivery and arrives today.');
  await addFilter(user, 'Needs a closer look');
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(location.search).toBe(new URL(CLOSER_LOOK, location.origin).search);
  expect(line('{{name}}')).toContain('placeholder');
  expect(line('Ihre Bestellung')).toContain('other language');
  await within(queue()).findByText('9 of 9 drafts checked');
  // The filter hides the open draft, so the first match is open.
  await within(chosen()).findByText('Hello {{name}}, it is out for delivery and arrives today.');
  expect(requests.filter(({ url }) => url.includes('closer_look'))).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(lines()).toHaveLength(9));
});

test('“Needs a closer look” is offered for drafts in review only, also by a link', async () => {
  const service = await startService();
  const settled = { message_content: 'It left yesterday.', created_user_id: service.userIds.agent };
  await aResolvedDraft(service.db, service.userIds.reviewer, settled);
  const search = '?filter[approved]=1&filter[closer_look]=1';
  const { user } = await openDesk(`/review${search}`, 'It left yesterday.');
  expect(await screen.findByText(/Ignored URL parameters: filter\[closer_look\]/)).toBeTruthy();
  expect(screen.queryByText(/drafts checked/)).toBeNull();
  expect(await offeredFilters(user)).not.toContain('Needs a closer look');
  await user.click(screen.getByRole('link', { name: 'In review' }));
  await waitFor(async () => expect(await offeredFilters(user)).toContain('Needs a closer look'));
});

test('a new match that is listed above the shown draft does not replace it', async () => {
  const service = await startService();
  const older = await asked(
    service,
    'Ihre Bestellung hat unser Lager gestern verlassen und kommt morgen bei Ihnen an.',
  );
  const shown = await asked(service, 'Hello {{name}}, it is out for delivery and arrives today.');
  const { wrapFetch, release: noteShown } = holding((url) => isOlder(url));
  const isOlder = (url: string) => url.includes(`/rooms/${older.room.id}/`);
  await openDesk(CLOSER_LOOK, shown.draft.message_content, { wrapFetch });
  await within(chosen()).findByText(shown.draft.message_content);
  expect(lines()).toHaveLength(1);
  noteShown();
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(line('Ihre Bestellung')).toBe(lines()[0]);
  await delay(FOLLOW_MS);
  within(chosen()).getByText(shown.draft.message_content);
});

test('changing the order keeps the shown draft', async () => {
  const { user } = await openDrafts(3);
  await within(chosen()).findByText('reply 1');
  await navigate('/review?filter[in_review]=1&sort=-created_at_unix');
  await waitFor(() => expect(lines()[0]).toContain('reply 3'));
  await delay(FOLLOW_MS);
  within(chosen()).getByText('reply 1');
  await user.keyboard('k');
  await within(chosen()).findByText('reply 2');
});

test('with the filter from a link, “Select all” selects the matches, not the whole queue', async () => {
  const service = await startService();
  const clean = await asked(service, 'Your parcel is out for delivery and arrives today.');
  const first = await asked(service, 'Hello {{name}}, it is out for delivery.');
  const second = await asked(service, 'Hello [name], it is out for delivery.');
  const { user } = await openDesk(CLOSER_LOOK, 'Hello {{name}}, it is out for delivery.');
  await waitFor(() => expect(lines()).toHaveLength(2));
  await screen.findByText(/2 drafts/);
  await user.keyboard('x');
  await user.click(await screen.findByRole('button', { name: 'Select all 2' }));
  await user.keyboard('r');
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'Fill in the name.');
  await user.click(within(dialog).getByRole('button', { name: /^Reject/ }));
  const status = async ({ draft }: typeof clean) => (await stored(service, draft.id)).status;
  await waitFor(async () => expect([await status(first), await status(second)]).toEqual(['rejected', 'rejected']));
  expect(await status(clean)).toBe('in_review');
});

test('the collapsed details line counts checks and rules, and the draft card shows its finding', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  const service = await startService();
  for (const key_name of ['parcel', 'refund']) await aKeyword(service.db, { key_name });
  const text = 'Hello {{name}}, the refund for your parcel is on its way.';
  const { draft } = await aCase(service, ['Where is my parcel?'], text);
  await openDesk(`/review/${draft.id}`, text);
  const line = screen.getByText('Details', { selector: 'summary span' }).closest('summary');
  await waitFor(() => expect(line?.textContent).toMatch(/11 check flagged · 2 rules$/));
  const card = within(chosen()).getByRole('article', { name: 'Draft' });
  await waitFor(() => expect(card.textContent).toContain('placeholder · Not sent yet'));
});

test('in focus mode, the draft card still shows its finding', async () => {
  const service = await startService();
  const { draft } = await aCase(service, ['Where is my parcel?'], 'Hello {{name}}, it is on its way.');
  const { user } = await openDesk(`/review/${draft.id}`, 'Hello {{name}}, it is on its way.');
  await within(chosen()).findByRole('region', { name: 'Details' });
  await user.keyboard('f');
  await waitFor(() => expect(within(chosen()).queryByRole('region', { name: 'Details' })).toBeNull());
  const card = within(chosen()).getByRole('article', { name: 'Draft' });
  await waitFor(() => expect(card.textContent).toContain('placeholder · Not sent yet'));
});
