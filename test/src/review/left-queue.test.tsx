import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { queueQuery } from '#src/features/review-queue/queue-query.ts';
import { readReviewAddress } from '#src/features/review-queue/review-query.ts';
import { currentLocation } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { failing, refusedWith } from '#test/src/network-faults.ts';
import { rowAround } from '../row-around.ts';
import {
  findInDraft,
  freshDesk,
  isDecision,
  openDrafts,
  outboxIsEmpty,
  queue,
  rejectWith,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

test.each([
  ['j', 'reply 5'],
  ['k', 'reply 3'],
  ['s', 'reply 5'],
])('from an open draft that has left the queue, %s goes on from its place', async (key, text) => {
  const wrapFetch = failing(isDecision, refusedWith(403, { detail: 'Not allowed.' }));
  const path = (drafts: { id: number }[]) => `/review/${drafts[3]?.id}`;
  const { user, drafts } = await openDrafts(6, path, { wrapFetch, text: 'reply 4' });
  await user.keyboard('a');
  await findInDraft('reply 5');
  const failed = within(rowAround(await within(queue()).findByText('Not allowed.')));
  await user.keyboard('k');
  await findInDraft('reply 4');
  updateSettings({ undoSeconds: 30 });
  await user.click(failed.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(within(queue()).queryByText('Room 4')).toBeNull());
  expect(currentLocation().pathname).toBe(path(drafts));
  await user.keyboard(key);
  await waitFor(() => expect(currentLocation().pathname).not.toBe(path(drafts)));
  await findInDraft(text);
  await user.keyboard('z');
  await outboxIsEmpty();
});

test('a draft that was reopened elsewhere is listed again where it was decided', async () => {
  const { user, service, drafts, rowOf } = await openDrafts(2);
  await rejectWith(user, 'Too long');
  await findInDraft('reply 2');
  await waitFor(async () => expect((await rowOf(1)).status).toBe('rejected'));
  await outboxIsEmpty();
  const { queryKey } = queueQuery(readReviewAddress(''));
  const readAgain = () => queryClient.invalidateQueries({ queryKey, refetchType: 'all' });
  await readAgain();
  expect(within(queue()).queryByText('reply 1')).toBeNull();
  const id = String(drafts[0]?.id);
  const body = { data: { type: 'support_draft_messages', id } };
  await service.send('PUT', `/support_draft_messages/${id}/reopen`, { as: 'reviewer', body });
  expect((await rowOf(1)).status).toBe('in_review');
  await readAgain();
  await within(queue()).findByText('reply 1');
});
