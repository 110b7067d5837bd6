import { expect } from '@playwright/test';
import { ROOM_KIND } from '#server/resources/insert-room.ts';
import { personOf, startDemo } from '../service-process.ts';
import { test } from './journey.ts';
import { holdRequests, inDatabase, keepSettings, lines, outbox, queue } from './review-desk.ts';

const FIRST_APPROVALS = 20;

// The service refuses the draft that changes during the test.
test.use({ expectedComplaints: [/422/, /409/, /412/] });

test('hundreds of drafts are approved at once, with a pause, and one that fails stays selected', async ({ page }) => {
  const service = await startDemo();
  service.seed('--rooms', '1200', '--drafts', '8000');
  const { token, user_id } = personOf(service, 'reviewer');
  // Only members see direct rooms and private group rooms.
  const isVisible = `room_id in (
    select id from rooms where kind = ${ROOM_KIND.support} or kind = ${ROOM_KIND.group} and is_private = 0
    union select room_id from room_members where user_id = ${user_id})`;
  const open = () =>
    inDatabase<{ id: number; created_user_id: number }>(
      service,
      `select id, created_user_id from support_draft_messages where status = 'in_review' and ${isVisible}`,
    );
  const before = open();
  expect(before.length).toBeGreaterThanOrEqual(300);
  expect(before.some((draft) => String(draft.created_user_id) === user_id)).toBe(true);

  // Hold back the second page of the queue until the first rows are selected.
  const noteSelected = await holdRequests(page, /\/support_draft_messages\?.*page%5Bnumber%5D=2/);
  // Hold back the approvals so that they cannot all finish before the pause.
  const { promise: isPaused, resolve: notePause } = Promise.withResolvers<void>();
  let approvals = 0;
  await page.route(/\/approve(_support_draft_messages)?$/, async (route) => {
    if (++approvals > FIRST_APPROVALS) await isPaused;
    await route.continue();
  });
  await keepSettings(page, { pollSeconds: 60, undoSeconds: 0 });
  await page.goto(`${service.origin}/connect#token=${token}`);
  await expect(lines(page).first()).toBeVisible();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('group', { name: 'Selected drafts' });
  await bar.getByRole('button', { name: /^Select all / }).click();
  noteSelected();
  // Reviewers cannot approve their own drafts.
  const own = before.filter((draft) => String(draft.created_user_id) === user_id);
  const count = (before.length - own.length).toLocaleString('en-GB');
  await expect(bar).toContainText(`${count} selected`, { timeout: 180_000 });
  await bar.getByRole('button', { name: 'Approve' }).click();
  const read = page.getByRole('dialog', { name: /^Approve .* drafts$/ });
  const [changed] = before.filter((draft) => !own.includes(draft));
  if (!changed) throw new Error('There is no draft to change.');
  const type = 'support_draft_messages';
  const answer = await fetch(`${service.origin}/rapi/v1/${type}/${changed.id}`, {
    method: 'PUT',
    headers: { 'x-access-token': personOf(service, 'admin').token, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type, id: String(changed.id), attributes: { message_content: 'Changed.' } } }),
  });
  expect(answer.status).toBe(200);
  await read.getByRole('button', { name: /^Approve / }).click();
  const run = outbox(page);
  await run.getByRole('button', { name: 'Pause' }).click();
  notePause();
  await expect(run).toContainText('paused');
  const atPause = open().length;
  expect(atPause).toBeGreaterThan(0);
  await run.getByRole('button', { name: 'Resume' }).click();
  await expect(run).toBeHidden({ timeout: 180_000 });

  // Only the changed draft is refused; the reviewer's own drafts are never sent.
  expect(
    open()
      .map(({ id }) => id)
      .sort(),
  ).toEqual([changed, ...own].map(({ id }) => id).sort());
  await expect(queue(page)).toContainText('1 selected');
  // The page polls until it is closed.
  await page.close();
  await service.close();
});
