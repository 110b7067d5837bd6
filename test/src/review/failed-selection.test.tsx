import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refusal } from '../answering.ts';
import { findToast } from '../render-page.tsx';
import { freshDesk, onDecision, openDrafts } from './render-review-desk.tsx';

beforeEach(freshDesk);

test('failures that arrive while another tab of the queue is open are selected once “In review” lists them', async () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  let isFirst = true;
  const wrapFetch = onDecision(async (passOn) => {
    const isDone = isFirst;
    isFirst = false;
    await held;
    return isDone ? passOn() : refusal(403);
  });
  const { user } = await openDrafts(4, '/review', { wrapFetch });
  const bar = () => within(screen.getByRole('group', { name: 'Selected drafts' }));
  await user.keyboard('{Control>}a{/Control}');
  await user.click(bar().getByRole('button', { name: 'Approve' }));
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Approve 4' }));
  await screen.findByText(/0 of 4 done/);
  await user.click(screen.getByRole('link', { name: 'Approved' }));
  answer();
  await findToast('Approved 1 draft · 3 failed');
  // Nothing is selected, nor announced to be.
  expect(screen.queryByText('3 selected')).toBeNull();
  await user.click(screen.getByRole('link', { name: /In review/ }));
  await waitFor(() => expect(bar().getByText('3 selected')).toBeTruthy());
});
