import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { holdTime } from '../hold-long-timers.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';
import {
  chosen,
  deskRoutes,
  type Fetch,
  freshDesk,
  isDecision,
  oneDraft,
  openDesk,
  outboxIsEmpty,
  stored,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

const failure = (status: number, title: string, headers: Record<string, string> = {}) =>
  Response.json({ errors: [{ status: String(status), code: String(status), title }] }, { status, headers });

/** Replaces the responses to the first decisions, before or after the service has applied them. */
function faultOn(answers: (() => Response | Promise<never>)[], isCarriedOut = false) {
  const left = [...answers];
  return (fetch: Fetch): Fetch =>
    async (input, init) => {
      const fault = isDecision(input as string) ? left.shift() : undefined;
      if (!fault) return fetch(input, init);
      if (isCarriedOut) await fetch(input, init);
      return fault();
    };
}

const decisionsOf = (requests: readonly Request[]) => requests.filter(({ url }) => isDecision(url));

describe('a service that fails', () => {
  it('leaves the draft in review, and the decision can be retried', async () => {
    const service = await startService();
    const { draft } = await oneDraft(service);
    const wrapFetch = faultOn([() => failure(500, 'Internal Server Error')]);
    const { user, requests } = await openDesk(`/review/${draft.id}`, 'It is on its way.', { wrapFetch });
    await user.keyboard('r');
    await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Wrong price');
    await user.keyboard('{Control>}{Enter}{/Control}');
    const alert = within(await within(chosen()).findByRole('alert'));
    expect(alert.getByText(/The service failed, and the draft still waits/)).toBeTruthy();
    expect(alert.getByText(/Internal Server Error/)).toBeTruthy();
    expect(alert.getByText('Wrong price')).toBeTruthy();
    expect((await stored(service, draft.id)).status).toBe('in_review');
    expect(decisionsOf(requests)).toHaveLength(0);
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    await waitFor(async () =>
      expect(await stored(service, draft.id)).toMatchObject({ status: 'rejected', comment: 'Wrong price' }),
    );
    expect(decisionsOf(requests)).toHaveLength(1);
  });

  it('after applying the decision is checked, and nothing is sent twice', async () => {
    const service = await startService();
    const { draft } = await oneDraft(service);
    const wrapFetch = faultOn([() => failure(500, 'Internal Server Error')], true);
    const { user, requests } = await openDesk('/review', 'It is on its way.', { wrapFetch });
    await user.keyboard('a');
    await screen.findByText('Nothing waits for review. Well done.');
    await outboxIsEmpty();
    expect(screen.queryByText(/Not approved/)).toBeNull();
    expect((await stored(service, draft.id)).status).toBe('approved');
    expect(decisionsOf(requests)).toHaveLength(1);
  });
});

describe('a service that is busy', () => {
  it.each([429, 503])('with %i is retried once, after its Retry-After', async (status) => {
    const service = await startService();
    const { draft } = await oneDraft(service);
    const wrapFetch = faultOn([() => failure(status, 'Later', { 'Retry-After': '1' })]);
    const { user, requests } = await openDesk('/review', 'It is on its way.', { wrapFetch });
    await user.keyboard('a');
    await screen.findByText(/The service is busy; tried again in/);
    await waitFor(async () => expect((await stored(service, draft.id)).status).toBe('approved'));
    expect(decisionsOf(requests)).toHaveLength(1);
  });
});

describe('a service that stops', () => {
  it('before receiving the decision is reported, and gets it once when back', async () => {
    const service = await startService();
    const { draft } = await oneDraft(service);
    let isStopped = false;
    const wrapFetch =
      (fetch: Fetch): Fetch =>
      async (input, init) => {
        if (isStopped) throw new TypeError('connection refused');
        return fetch(input, init);
      };
    const { user, requests } = await openDesk('/review', 'It is on its way.', { wrapFetch });
    isStopped = true;
    await user.keyboard('a');
    await screen.findByText('No answer; finding out whether it arrived');
    isStopped = false;
    await waitFor(async () => expect((await stored(service, draft.id)).status).toBe('approved'));
    await outboxIsEmpty();
    expect(decisionsOf(requests)).toHaveLength(1);
  });

  it('during another user’s decision does not overwrite it', async () => {
    holdTime();
    const service = await startService();
    const { draft } = await oneDraft(service);
    const wrapFetch = faultOn([() => Promise.reject(new TypeError('connection refused'))]);
    const { user, requests } = await openDesk(`/review/${draft.id}`, 'It is on its way.', { wrapFetch });
    await service.send('PUT', `/support_draft_messages/${draft.id}/reject`, { as: 'supervisor' });
    await user.keyboard('a');
    await within(chosen()).findByText(/someone else had already decided/);
    await findToast('Someone else had already decided.');
    expect((await stored(service, draft.id)).status).toBe('rejected');
    expect(decisionsOf(requests)).toHaveLength(0);
  });
});

it('an unreachable service is reported once on a page with an open draft', async () => {
  const service = await startService();
  const { draft } = await oneDraft(service);
  const wrapFetch = (): Fetch => () => Promise.reject(new TypeError('connection refused'));
  await renderPage(`/review/${draft.id}`, { routes: deskRoutes, role: 'reviewer', wrapFetch });
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  // The second alert shows only in a narrow window, which hides the queue.
  expect(screen.getAllByRole('alert').filter((alert) => !alert.closest('.md\\:hidden'))).toHaveLength(1);
});
