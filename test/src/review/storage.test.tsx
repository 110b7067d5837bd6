import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { asksBeforeLeaving, fillStorage } from '../browser-events.ts';
import { freshDesk, openOneDraft, outboxIsEmpty } from './render-review-desk.tsx';

beforeEach(freshDesk);

/** Access to storage is denied from now on. */
function forbidStorage() {
  const forbidden = () => {
    throw new DOMException('Access is denied.', 'SecurityError');
  };
  for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, name).mockImplementation(forbidden);
  }
}

const sentence = 'This browser can’t save your text. Send it before you leave.';

test.each([
  ['full', fillStorage],
  ['forbidden', forbidStorage],
])('with %s storage the reason form says so, and the rejection is sent once', async (_, block) => {
  const { user, row, decisions } = await openOneDraft('address');
  block();
  await user.keyboard('r');
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
  await user.type(field, 'Too long');
  expect(await screen.findByText(sentence)).toBeTruthy();
  await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
  await user.type(field, ' by far');
  expect(field.value).toBe('Too long by far');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => expect(await row()).toMatchObject({ status: 'rejected', comment: 'Too long by far' }));
  await outboxIsEmpty();
  expect(decisions()).toHaveLength(1);
});

test('with full storage an edited text is reported as not saved, and its approval can be undone', async () => {
  updateSettings({ undoSeconds: 30 });
  const { user, row, decisions } = await openOneDraft('address');
  fillStorage();
  await user.keyboard('e');
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), ' Tomorrow.');
  expect(await screen.findByText(sentence)).toBeTruthy();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByRole('region', { name: 'Outbox' });
  await user.keyboard('z');
  await outboxIsEmpty();
  expect(decisions()).toHaveLength(0);
  expect((await row()).status).toBe('in_review');
});
