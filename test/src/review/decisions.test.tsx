import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { aMessage } from '#test/builders.ts';
import { holdTime } from '../hold-long-timers.ts';
import { startService } from '../render-page.tsx';
import {
  chosen,
  type Fetch,
  freshDesk,
  isDecision,
  oneDraft,
  openDesk,
  outboxIsEmpty,
  queue,
  stored,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

describe('a decision', () => {
  it('is sent once, by key, and removes the draft from the queue', async () => {
    const service = await startService();
    const { draft } = await oneDraft(service);
    const { user, requests } = await openDesk('/review', 'It is on its way.');
    await user.keyboard('a');
    await screen.findByText('Nothing waits for review. Well done.');
    await waitFor(async () => expect((await stored(service, draft.id)).status).toBe('approved'));
    expect(requests.filter(({ url }) => isDecision(url))).toHaveLength(1);
  });

  it('is not sent when undone in time', async () => {
    updateSettings({ undoSeconds: 30 });
    const service = await startService();
    const { draft } = await oneDraft(service);
    const { user, requests } = await openDesk('/review', 'It is on its way.');
    await user.keyboard('a');
    await user.click(await screen.findByRole('button', { name: /Undo/ }));
    await within(queue()).findByText('It is on its way.');
    expect((await stored(service, draft.id)).status).toBe('in_review');
    expect(requests.filter(({ url }) => isDecision(url))).toEqual([]);
  });

  it('is sent at once with keepalive when the page is left', async () => {
    updateSettings({ undoSeconds: 30 });
    const service = await startService();
    const { draft } = await oneDraft(service);
    const { user, requests } = await openDesk('/review', 'It is on its way.');
    await user.keyboard('a');
    await screen.findByRole('region', { name: 'Outbox' });
    expect(requests.filter(({ url }) => isDecision(url))).toEqual([]);
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(async () => expect((await stored(service, draft.id)).status).toBe('approved'));
    expect(requests.filter(({ url }) => isDecision(url)).map(({ keepalive }) => keepalive)).toEqual([true]);
  });

  it('is applied once if its response is lost', async () => {
    const service = await startService();
    const { draft } = await oneDraft(service);
    const loseAnswer =
      (fetch: Fetch): Fetch =>
      async (input, init) => {
        const answer = await fetch(input, init);
        if (isDecision(input as string)) throw new TypeError('connection reset');
        return answer;
      };
    const { user, requests } = await openDesk('/review', 'It is on its way.', { wrapFetch: loseAnswer });
    await user.keyboard('a');
    await screen.findByText('Nothing waits for review. Well done.');
    await outboxIsEmpty();
    expect((await stored(service, draft.id)).status).toBe('approved');
    expect(requests.filter(({ url }) => isDecision(url))).toHaveLength(1);
  });

  it('is sent again if it never arrived', async () => {
    const service = await startService();
    const { draft } = await oneDraft(service);
    let losses = 1;
    const loseRequest =
      (fetch: Fetch): Fetch =>
      async (input, init) => {
        if (isDecision(input as string) && losses-- > 0) throw new TypeError('connection refused');
        return fetch(input, init);
      };
    const { user, requests } = await openDesk('/review', 'It is on its way.', { wrapFetch: loseRequest });
    await user.keyboard('a');
    await waitFor(async () => expect((await stored(service, draft.id)).status).toBe('approved'));
    expect(requests.filter(({ url }) => isDecision(url))).toHaveLength(1);
  });

  it('stops after a newer visitor message, and continues on request', async () => {
    holdTime();
    const service = await startService();
    const { draft, room, visitor } = await oneDraft(service);
    const { user } = await openDesk('/review', 'It is on its way.');
    await screen.findByText('Where is my parcel?');
    await aMessage(service.db, { room_id: room.id, user_id: visitor.id, content: 'It has come!' }, false);
    await user.keyboard('a');
    await within(chosen()).findByText(/the visitor wrote again/);
    expect((await stored(service, draft.id)).status).toBe('in_review');
    await within(chosen()).findByText('It has come!');
    await user.click(within(chosen()).getByRole('button', { name: 'Approve anyway' }));
    await waitFor(async () => expect((await stored(service, draft.id)).status).toBe('approved'));
  });

  it('keeps the typed reason if another user was first, and says who', async () => {
    holdTime();
    const service = await startService();
    const { draft } = await oneDraft(service);
    const { user } = await openDesk(`/review/${draft.id}`, 'It is on its way.');
    await service.send('PUT', `/support_draft_messages/${draft.id}/approve`, { as: 'supervisor' });
    await user.keyboard('r');
    await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Not polite enough');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await within(chosen()).findByText(/someone else had already decided/);
    await within(chosen()).findByText(/Not polite enough/);
    await within(chosen()).findByText('Approved');
    expect((await stored(service, draft.id)).status).toBe('approved');
  });

  it('continues with the edited text after a newer visitor message', async () => {
    holdTime();
    const service = await startService();
    const { draft, room, visitor } = await oneDraft(service);
    const { user } = await openDesk(`/review/${draft.id}`, 'It is on its way.');
    await screen.findByText('Where is my parcel?');
    await user.keyboard('e');
    await user.type(await screen.findByRole('textbox', { name: 'Text' }), ' Tomorrow.');
    await aMessage(service.db, { room_id: room.id, user_id: visitor.id, content: 'Today?' }, false);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await within(chosen()).findByText(/the visitor wrote again/);
    expect(within(chosen()).getByText(/It is on its way. Tomorrow./)).toBeTruthy();
    await user.click(within(chosen()).getByRole('button', { name: 'Approve anyway' }));
    await waitFor(async () => expect((await stored(service, draft.id)).status).toBe('approved'));
    expect((await stored(service, draft.id)).message_content).toBe('It is on its way. Tomorrow.');
  });

  it('shows the changes if the draft is no longer what was read', async () => {
    holdTime();
    const service = await startService();
    const { draft } = await oneDraft(service);
    const { user } = await openDesk(`/review/${draft.id}`, 'It is on its way.');
    await service.update('support_draft_messages', draft.id, { message_content: 'It is lost.' }, { as: 'agent' });
    await user.keyboard('a');
    await within(chosen()).findByText(/the draft was changed after you had read it/);
    expect((await stored(service, draft.id)).status).toBe('in_review');
    await user.keyboard('a');
    await waitFor(async () => expect((await stored(service, draft.id)).status).toBe('approved'));
  });

  it('sends an edited text with the approval', async () => {
    const service = await startService();
    const { draft } = await oneDraft(service);
    const { user } = await openDesk(`/review/${draft.id}`, 'It is on its way.');
    await user.keyboard('e');
    await user.type(await screen.findByRole('textbox', { name: 'Text' }), ' Tomorrow.');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(async () =>
      expect(await stored(service, draft.id)).toMatchObject({
        status: 'approved',
        message_content: 'It is on its way. Tomorrow.',
      }),
    );
    expect(localStorage.getItem(`countersign.typed.${service.origin}.edit.${draft.id}`)).toBeNull();
  });
});
