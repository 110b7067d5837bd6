import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { aMessage } from '#test/builders.ts';
import { leavePage } from '../browser-events.ts';
import { holdTime } from '../hold-long-timers.ts';
import { chosen, findInDraft, freshDesk, openOneDraft, queue, rejectWith } from './render-review-desk.tsx';

beforeEach(freshDesk);

describe('a decision', () => {
  it('is sent once, by key, and removes the draft from the queue', async () => {
    const { user, becomes, decisions } = await openOneDraft('queue');
    await user.keyboard('a');
    await screen.findByText('All caught up – nothing to review');
    await becomes('approved');
    expect(decisions()).toHaveLength(1);
  });

  it('is not sent when undone in time', async () => {
    updateSettings({ undoSeconds: 30 });
    const { user, row, decisions } = await openOneDraft('queue');
    await user.keyboard('a');
    await user.click(await screen.findByRole('button', { name: /Undo/ }));
    await within(queue()).findByText('It is on its way.');
    expect((await row()).status).toBe('in_review');
    expect(decisions()).toEqual([]);
  });

  it('is sent at once with keepalive when the page is left, however long its reason', async () => {
    updateSettings({ undoSeconds: 30 });
    const { user, becomes, decisions } = await openOneDraft('queue');
    await user.keyboard('r');
    await user.click(await screen.findByRole('textbox', { name: /Reason/ }));
    await user.paste('Too long. '.repeat(200));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByRole('region', { name: 'Outbox' });
    expect(decisions()).toEqual([]);
    leavePage();
    await becomes('rejected');
    expect(decisions().map(({ keepalive }) => keepalive)).toEqual([true]);
  });

  it('stops after a newer visitor message, and continues on request', async () => {
    holdTime();
    const { user, room, visitor, service, becomes, row } = await openOneDraft('queue');
    await screen.findByText('Where is my parcel?');
    for (const content of ['Oh!', 'It has come!']) {
      await aMessage(service.db, { room_id: room.id, user_id: visitor.id, content }, false);
    }
    await user.keyboard('a');
    await within(chosen()).findByText('The visitor has written again. Read the 2 new messages first.');
    expect((await row()).status).toBe('in_review');
    await within(chosen()).findByText('It has come!');
    await user.click(within(chosen()).getByRole('button', { name: 'Approve anyway' }));
    await becomes('approved');
  });

  it('keeps the typed reason if another user was first, and says who', async () => {
    holdTime();
    const { user, draft, service, row } = await openOneDraft('address');
    await service.send('PUT', `/support_draft_messages/${draft.id}/approve`, { as: 'supervisor' });
    await rejectWith(user, 'Not polite enough');
    await within(chosen()).findByText('Already decided.');
    await within(chosen()).findByText(/Not polite enough/);
    await findInDraft('Approved');
    await within(chosen()).findByText(/^by Sam /);
    expect((await row()).status).toBe('approved');
  });

  it('says that the draft was decided, not that someone else did it: it may have been the same user elsewhere', async () => {
    holdTime();
    const { user, draft, service } = await openOneDraft('address');
    await service.send('PUT', `/support_draft_messages/${draft.id}/approve`, { as: 'reviewer' });
    await rejectWith(user, 'Not polite enough');
    await within(chosen()).findByText('Not sent');
    await within(chosen()).findByText('by Sam reviewer');
    await screen.findByText(/^Couldn’t reject: .* Already decided\.$/);
  });

  it('continues with the edited text after a newer visitor message', async () => {
    holdTime();
    const { user, room, visitor, service, becomes, row } = await openOneDraft('address');
    await screen.findByText('Where is my parcel?');
    await user.keyboard('e');
    await user.type(await screen.findByRole('textbox', { name: 'Text' }), ' Tomorrow.');
    await aMessage(service.db, { room_id: room.id, user_id: visitor.id, content: 'Today?' }, false);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await within(chosen()).findByText(/^The visitor has written again/);
    expect(within(chosen()).getByText(/It is on its way. Tomorrow./)).toBeTruthy();
    await user.click(within(chosen()).getByRole('button', { name: 'Approve anyway' }));
    await becomes('approved');
    expect((await row()).message_content).toBe('It is on its way. Tomorrow.');
  });

  it('shows the changes if the draft changed after it was read', async () => {
    holdTime();
    const { user, draft, service, becomes, row } = await openOneDraft('address');
    await service.update('support_draft_messages', draft.id, { message_content: 'It is lost.' }, { as: 'agent' });
    await user.keyboard('a');
    await within(chosen()).findByText(/^The draft changed after you opened it/);
    expect(within(chosen()).getAllByText(/It is lost/)).not.toEqual([]);
    expect((await row()).status).toBe('in_review');
    await user.keyboard('a');
    await becomes('approved');
  });

  it('sends an edited text with the approval', async () => {
    const { user, draft, service, row } = await openOneDraft('address');
    await user.keyboard('e');
    await user.type(await screen.findByRole('textbox', { name: 'Text' }), ' Tomorrow.');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(async () =>
      expect(await row()).toMatchObject({ status: 'approved', message_content: 'It is on its way. Tomorrow.' }),
    );
    expect(localStorage.getItem(`countersign.typed.${service.origin}.edit.${draft.id}`)).toBeNull();
  });
});
