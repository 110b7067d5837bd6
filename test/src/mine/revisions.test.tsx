import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { delay } from '#src/lib/delay.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { aDraft, aResolvedDraft, MADE_AT_UNIX } from '#test/builders.ts';
import { withoutExtensions } from '#test/src/answering.ts';
import { findToast } from '../render-page.tsx';
import { runPageAction } from '../run-page-action.ts';
import { list, show, showDrafts, startWithDrafts } from './my-drafts.tsx';

const revise = async () => screen.findByRole('button', { name: 'Revise' });
const findField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Revision' });

test('a revision is written under the conversation, survives leaving the page, and is sent for the same room', async () => {
  const { user, unmount, service, room, rejected } = await showDrafts(({ rejected }) => `/mine/${rejected.id}`);
  const conversation = await screen.findByRole('region', { name: 'Conversation' });
  await user.click(await revise());
  const field = await findField();
  const isBefore = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const draft = screen.getByRole('article', { name: 'Draft' });
  expect(isBefore(draft, conversation)).toBe(true);
  expect(isBefore(conversation, field)).toBe(true);
  expect(within(draft).getByText('too long a text')).toBeTruthy();
  expect(within(draft).getByText('Shorter, please')).toBeTruthy();
  expect(field.value).toBe('too long a text');
  field.blur();
  await user.keyboard('e');
  await waitFor(() => expect(document.activeElement).toBe(field));
  field.blur();
  await runPageAction('Revise this draft…');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.clear(field);
  await user.type(field, 'short');

  unmount();
  const again = await show(`/mine/${rejected.id}`);
  await again.user.click(await revise());
  expect((await findField()).value).toBe('short');
  await again.user.click(screen.getByRole('button', { name: /Send for review/ }));
  await findToast('Sent for review');
  const { records } = await service.send('GET', '/support_draft_messages?filter[in_review]=1&sort=-id&include=room');
  expect(records[0]).toMatchObject({
    attributes: { message_content: 'short', settings: { revises: String(rejected.id) } },
    relationships: { room: { data: { id: String(room.id) } } },
  });
});

test('a revision is typed after the rejected text, also after Escape; a click sets the cursor where it is', async () => {
  const { user } = await showDrafts(({ rejected }) => `/mine/${rejected.id}`);
  await revise();
  await user.keyboard('e');
  const field = await findField();
  expect([field.selectionStart, field.selectionEnd]).toEqual([field.value.length, field.value.length]);
  await user.keyboard('!{Escape}');
  await revise();
  await user.keyboard('e');
  const again = await findField();
  await user.keyboard('?');
  expect(again.value).toBe('too long a text!?');
  again.blur();
  await user.pointer({ target: again, offset: 3, keys: '[MouseLeft]' });
  await user.keyboard(',');
  expect(again.value).toBe('too, long a text!?');
});

test('a row shows the reason, and a draft links to its earlier and later versions', async () => {
  const { service, room, rejected } = await startWithDrafts();
  const { agent, reviewer } = service.userIds;
  const mine = { created_user_id: agent, room_id: room.id };
  const second = await aResolvedDraft(service.db, reviewer, {
    ...mine,
    message_content: 'short',
    status: 'rejected',
    comment: 'Too short now',
    settings: JSON.stringify({ revises: String(rejected.id) }),
    created_at_unix: MADE_AT_UNIX + 100,
    resolved_time_unix: MADE_AT_UNIX + 160,
  });
  await aDraft(service.db, {
    ...mine,
    message_content: 'just right',
    settings: JSON.stringify({ revises: String(second.id) }),
    created_at_unix: MADE_AT_UNIX + 200,
  });
  const { user } = await show('/mine?filter[rejected]=1&sort=-resolved_time_unix');
  const row = within(await list()).getByRole('link', { name: /too long a text/ });
  expect(row.textContent).toContain('Reason:Shorter, please');
  await user.click(row);
  const later = await screen.findByRole('list', { name: 'Later versions' });
  const versions = within(later).getAllByRole('link');
  expect(versions.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Rejectedby Sam reviewer.*Revisionshort.*Too short now$/),
    expect.stringMatching(/^In review.*Revisionjust right$/),
  ]);
  expect(screen.queryByRole('list', { name: 'Earlier versions' })).toBeNull();
  await user.click(within(later).getByRole('link', { name: /just right/ }));
  const earlier = await screen.findByRole('list', { name: 'Earlier versions' });
  expect(within(earlier).getAllByRole('link')).toHaveLength(2);
  await user.click(within(earlier).getByRole('link', { name: /Shorter, please/ }));
  await waitFor(() => expect(currentLocation().pathname).toBe(`/mine/${rejected.id}`));
});

test('an approved draft shows what the reviewer edited; only a rejected one can be revised, and e says why', async () => {
  const { user, waiting, rejected } = await showDrafts(({ edited }) => `/mine/${edited.id}`);
  await screen.findByRole('article', { name: 'Draft' });
  expect(screen.queryByRole('button', { name: 'Revise' })).toBeNull();
  await user.keyboard('e');
  const draft = within(screen.getByRole('article', { name: 'Draft' }));
  expect(draft.getByText('better words')).toBeTruthy();
  expect((await draft.findByText('worse')).tagName).toBe('DEL');
  expect(draft.getByText('better').tagName).toBe('INS');
  await findToast('This draft was approved and sent. Only rejected drafts can be revised.');
  await act(() => navigate(`/mine/${waiting.id}`));
  await waitFor(() => within(screen.getByRole('article', { name: 'Draft' })).getByText('still waiting'));
  await user.keyboard('em');
  await findToast('This draft is still in review. Only verdicts can be marked as read.');
  await act(() => navigate(`/mine/${rejected.id}`));
  await screen.findByRole('button', { name: 'Revise' });
  await user.keyboard('e');
  const field = await findField();
  expect(document.activeElement).toBe(field);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Revision' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Revise' }));
});

test('at another service a revision is sent without settings, and matched by its text', async () => {
  const { user, requests } = await showDrafts(({ rejected }) => `/mine/${rejected.id}`, {
    wrapFetch: withoutExtensions,
  });
  await user.click(await revise());
  await user.type(await findField(), ', shortened');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await findToast('Sent for review');
  const later = await screen.findByRole('list', { name: 'Later versions' });
  expect(within(later).getByRole('link').textContent).toMatch(/Likely a revision.*shortened$/);
  const sent = requests.filter(({ method }) => method === 'POST');
  expect((await sent[0]?.json())?.data.attributes).toEqual({ message_content: 'too long a text, shortened' });
});

test('a revision shows at once, even if a stale list of versions arrives after it was sent', async () => {
  const { rejected } = await startWithDrafts();
  const { promise: isSent, resolve: release } = Promise.withResolvers<void>();
  let isLate = false;
  const { user } = await show(`/mine/${rejected.id}`, {
    isStrict: false,
    wrapFetch: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method === 'POST') release();
      if (String(input).includes('content_or_room_name_like') && !isLate) {
        isLate = true;
        await isSent;
      }
      return answer;
    },
  });
  await user.click(await revise());
  await user.type(await findField(), ', shortened');
  await waitFor(() => expect(isLate).toBe(true));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await findToast('Sent for review');
  const later = await screen.findByRole('list', { name: 'Later versions' });
  await delay(50);
  expect(within(later).getByRole('link').textContent).toMatch(/Revision.*shortened$/);
});
