import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { intercepting } from '../answering.ts';
import { hastenTimers, holdTime } from '../hold-long-timers.ts';
import { afterwards, connectionRefused, failing, refusedWith, responseLost } from '../network-faults.ts';
import { renderPage, startService } from '../render-page.tsx';
import {
  chosen,
  deskRoutes,
  freshDesk,
  isDecision,
  oneDraft,
  openOneDraft,
  outboxIsEmpty,
  rejectWith,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

const serverError = refusedWith(500, { code: '500', title: 'Internal Server Error' });

describe('a service that fails', () => {
  it('leaves the draft in review, and the decision can be retried', async () => {
    const wrapFetch = failing(isDecision, serverError);
    const { user, row, decisions } = await openOneDraft('address', { wrapFetch });
    await rejectWith(user, 'Wrong price');
    const alert = within(await within(chosen()).findByRole('alert'));
    expect(alert.getByText(/Server error\. The draft is still in review/)).toBeTruthy();
    expect(alert.getByText(/Internal Server Error/)).toBeTruthy();
    expect(alert.getByText('Wrong price')).toBeTruthy();
    expect((await row()).status).toBe('in_review');
    expect(decisions()).toHaveLength(0);
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await row()).toMatchObject({ status: 'rejected', comment: 'Wrong price' }));
    expect(decisions()).toHaveLength(1);
  });

  it.each([
    ['an error', afterwards(serverError)],
    ['a lost connection', responseLost],
  ])('with %s after applying the decision: the draft is re-read, and nothing is sent twice', async (_, fault) => {
    const wrapFetch = failing(isDecision, fault);
    const { user, row, decisions } = await openOneDraft('queue', { wrapFetch });
    await user.keyboard('a');
    await screen.findByText('All caught up – nothing to review');
    await outboxIsEmpty();
    expect(screen.queryByText(/Couldn’t approve/)).toBeNull();
    expect((await row()).status).toBe('approved');
    expect(decisions()).toHaveLength(1);
  });
});

describe('a service that is busy', () => {
  it.each([429, 503])('with %i is retried once, after its Retry-After', async (status) => {
    const wrapFetch = failing(isDecision, refusedWith(status, {}, { 'Retry-After': '1' }));
    const { user, becomes, decisions } = await openOneDraft('queue', { wrapFetch });
    await user.keyboard('a');
    await screen.findByText(/Server busy – retrying in/);
    await becomes('approved');
    expect(decisions()).toHaveLength(1);
  });
});

describe('a service that stops', () => {
  it('before receiving the decision is reported, and gets it once when back', async () => {
    hastenTimers();
    let isStopped = false;
    const wrapFetch = intercepting(() => isStopped, connectionRefused);
    const { user, becomes, decisions } = await openOneDraft('queue', { wrapFetch });
    isStopped = true;
    await user.keyboard('a');
    await screen.findByText('Connection lost – checking whether it was sent');
    isStopped = false;
    await becomes('approved');
    await outboxIsEmpty();
    expect(decisions()).toHaveLength(1);
  });

  it('before receiving the decision is sent it a second time', async () => {
    const { user, becomes, decisions } = await openOneDraft('queue', {
      wrapFetch: failing(isDecision, connectionRefused),
    });
    await user.keyboard('a');
    await becomes('approved');
    expect(decisions()).toHaveLength(1);
  });

  it('before receiving the decision keeps another user’s earlier one', async () => {
    holdTime();
    const wrapFetch = failing(isDecision, connectionRefused);
    const { user, draft, service, row, decisions } = await openOneDraft('address', { wrapFetch });
    await service.send('PUT', `/support_draft_messages/${draft.id}/reject`, { as: 'supervisor' });
    await user.keyboard('a');
    await within(chosen()).findByText('Already decided.');
    // The live region announces it; a toast would only repeat what the page says, and cover it.
    await screen.findByText(/^Couldn’t approve: .* Already decided\.$/);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull());
    expect((await row()).status).toBe('rejected');
    expect(decisions()).toHaveLength(0);
  });
});

it('an unreachable service is reported once on a page with an open draft', async () => {
  const service = await startService();
  const { draft } = await oneDraft(service);
  const wrapFetch = intercepting(() => true, connectionRefused);
  await renderPage(`/review/${draft.id}`, { routes: deskRoutes, role: 'reviewer', wrapFetch });
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  // The second alert shows only in a narrow window, which hides the queue.
  expect(screen.getAllByRole('alert').filter((alert) => !alert.closest('.md\\:hidden'))).toHaveLength(1);
});
