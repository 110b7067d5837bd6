import { expect } from '@playwright/test';
import { writeDraft } from '#test/api-client.ts';
import { personOf } from '../service-process.ts';
import { holdTimers } from './held-timers.ts';
import { test } from './journey.ts';
import {
  chosen,
  deliveryIsLoaded,
  draftRow,
  draftText,
  holdRequests,
  keepSettings,
  lines,
  openFirst,
  openId,
  outbox,
  queue,
  queueLength,
  skipOwn,
  statusOf,
} from './review-desk.ts';

test('a draft is rejected with a reason chosen by number', async ({ page, service, signIn }) => {
  await keepSettings(page, { undoSeconds: 0, rejectReasons: ['Wrong price', 'Too long'] });
  await signIn('reviewer');
  const id = await openFirst(page);
  await page.keyboard.press('r');
  await page.getByRole('textbox', { name: 'Reason' }).waitFor();
  await page.keyboard.press('2');
  await expect.poll(() => statusOf(service, id)).toBe('rejected');
  expect(draftRow(service, id).comment).toBe('Too long');
});

test('a draft is edited in place and approved, and its author sees the changes', async ({
  page,
  browser,
  service,
  signIn,
}) => {
  await keepSettings(page, { undoSeconds: 0 });
  await signIn('reviewer');
  await expect(lines(page).first()).toBeVisible();
  const id = await writeDraft(service, String(draftRow(service, await openFirst(page)).room_id), 'We open at nine.');
  await page.goto(`/review/${id}`);
  await expect(draftText(page)).toHaveText('We open at nine.');
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Text' }).fill('We open at ten.');
  const form = page.getByRole('form', { name: 'Edit' });
  await expect(form.getByRole('deletion')).toHaveText('nine');
  await expect(form.getByRole('insertion')).toHaveText('ten');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => statusOf(service, id)).toBe('approved');
  expect(draftRow(service, id).message_content).toBe('We open at ten.');
  expect(JSON.parse(draftRow(service, id).settings)).toMatchObject({ original_content: 'We open at nine.' });

  const author = await (await browser.newContext({ baseURL: service.origin })).newPage();
  await signIn('agent', `/mine/${id}`, author);
  const verdict = author.getByRole('region', { name: 'Current draft' });
  await expect(verdict.getByRole('deletion')).toHaveText('nine');
  await expect(verdict.getByRole('insertion')).toHaveText('ten');
  await expect.poll(() => draftRow(service, id).create_user_resolved_read_time_unix).not.toBeNull();
  await page.goto(`/review/${id}?filter%5Bapproved%5D=1`);
  await expect(chosen(page)).toContainText('Seen by the author');
  await author.context().close();
});

test('an author marks all decisions read, and revises a rejected draft', async ({ page, service, signIn, request }) => {
  const { token, user_id } = await signIn('agent');
  const roomId = '1';
  const ids = [await writeDraft(service, roomId, 'First.'), await writeDraft(service, roomId, 'Second.')];
  for (const id of ids) {
    await request.put(`/rapi/v1/support_draft_messages/${id}/reject`, {
      headers: { 'X-Access-Token': personOf(service, 'reviewer').token, 'Content-Type': 'application/vnd.api+json' },
      data: { data: { type: 'support_draft_messages', id, attributes: { comment: 'Say please.' } } },
    });
  }
  await page.goto('/mine');
  const markAll = page.getByRole('button', { name: 'Mark all read' });
  await expect(markAll).toBeEnabled();
  await markAll.press('Enter');
  await expect
    .poll(() => ids.map((id) => draftRow(service, id).create_user_resolved_read_time_unix !== null))
    .toEqual([true, true]);
  await expect(markAll).toBeDisabled();
  await expect(markAll, 'the focus stays where it was').toBeFocused();
  await page.goto(`/mine/${ids[1]}`);
  await expect(page.getByRole('region', { name: 'Current draft' })).toContainText('Say please.');
  await page.getByRole('button', { name: 'Revise' }).click();
  const text = page.getByRole('textbox', { name: 'Revision' });
  await expect(text).toHaveValue('Second.');
  await text.fill('Second, please.');
  await page.reload();
  await page.getByRole('button', { name: 'Revise' }).click();
  await expect(text).toHaveValue('Second, please.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Sent for review').first()).toBeVisible();
  const own = await request.get(
    `/rapi/v1/support_draft_messages?filter[created_user_id]=${user_id}&sort=-id&page[size]=1`,
    {
      headers: { 'X-Access-Token': token },
    },
  );
  expect((await own.json()).data[0].attributes).toMatchObject({
    message_content: 'Second, please.',
    status: 'in_review',
  });
});

test('new drafts wait above the list until requested', async ({ page, service, signIn }) => {
  await keepSettings(page, { pollSeconds: 5 });
  await signIn('reviewer');
  const open = await openFirst(page);
  const before = await queueLength(page);
  const id = await writeDraft(service, '1', 'Just written.');
  await expect(queue(page).getByRole('button', { name: '1 new' })).toBeVisible();
  expect(await queueLength(page)).toBe(before);
  expect(openId(page)).toBe(open);
  await page.keyboard.press('.');
  await expect.poll(() => queueLength(page)).toBe(before + 1);
  await page.goto(`/review/${id}`);
  await expect(draftText(page)).toHaveText('Just written.');
});

test('one draft fills the window, and Back restores the list', async ({ page, signIn }) => {
  await signIn('reviewer', '/review?filter%5Bin_review%5D=1&sort=-created_at_unix');
  await openFirst(page);
  await page.keyboard.press('f');
  await expect(queue(page)).toBeHidden();
  await expect(draftText(page)).toBeVisible();
  await page.keyboard.press('f');
  await expect(queue(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/review\?filter%5Bin_review%5D=1&sort=-created_at_unix$/);
});

test('the palette finds a room by a few letters and opens it', async ({ page, signIn }) => {
  await signIn('reviewer');
  await expect(lines(page).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('wedding');
  const room = page
    .getByRole('group', { name: 'Rooms' })
    .getByRole('option', { name: /wedding/i })
    .first();
  await room.waitFor();
  // Keyword matches may be listed above the room.
  for (let step = 0; step < 10 && (await room.getAttribute('data-highlighted')) === null; step++) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/rooms\/\d+/);
});

test('text typed before the palette has loaded ends up in its field, and does not affect the page', async ({
  page,
  signIn,
}) => {
  await signIn('reviewer');
  const id = await openFirst(page);
  await page.waitForLoadState('networkidle');
  const letGo = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('xaj?rw');
  await page.keyboard.press('Backspace');
  letGo();
  const field = page.getByRole('dialog').getByRole('combobox');
  await expect(field).toHaveValue('xaj?r');
  await expect(field).toBeFocused();
  await page.keyboard.type('oom');
  await expect(field).toHaveValue('xaj?room');
  expect(openId(page)).toBe(id);
  await expect(outbox(page)).toBeHidden();
  await expect(queue(page)).not.toContainText('selected');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field).toHaveValue('');
});

test('keys pressed before the reason form has loaded do not affect the page', async ({ page, signIn }) => {
  const letGo = await holdRequests(page, /\/after-start-.*\.js$/);
  await signIn('reviewer');
  await expect(draftText(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/review\/\d+/);
  const id = openId(page);
  await page.keyboard.press('r');
  await page.keyboard.type('xjs');
  letGo();
  await expect(chosen(page).getByRole('textbox', { name: 'Reason' })).toBeFocused();
  expect(openId(page)).toBe(id);
  await expect(queue(page)).not.toContainText('selected');
});

test('views are saved, renamed, reordered and deleted', async ({ page, signIn }) => {
  await signIn('reviewer');
  const saved = page.getByRole('navigation', { name: 'Saved views' });
  const save = async (path: string, name: string) => {
    await page.goto(path);
    await saved.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.keyboard.press('Enter');
  };
  await save('/review?filter%5Brejected%5D=1', 'Refused');
  await save('/rooms?filter%5Bawaiting_support%5D=1', 'Waiting');
  await expect(saved.getByRole('link')).toHaveText(['Refused', 'Waiting']);
  await saved.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Move Waiting up' }).click();
  await page.getByRole('textbox', { name: 'Rename Refused' }).fill('Sent back');
  await page.getByRole('textbox', { name: 'Rename Refused' }).blur();
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.reload();
  await expect(saved.getByRole('link')).toHaveText(['Waiting', 'Sent back']);
  await saved.getByRole('link', { name: 'Sent back' }).click();
  await expect(page).toHaveURL(/\/review\?filter%5Brejected%5D=1/);
  await saved.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Delete Waiting' }).click();
  await page.getByRole('button', { name: 'Close' }).first().click();
  await expect(saved.getByRole('link')).toHaveText(['Sent back']);
});

test('a decision can be undone while later ones are pending', async ({ page, service, signIn }) => {
  await holdTimers(page);
  await signIn('reviewer');
  const first = await openFirst(page);
  await page.keyboard.press('a');
  await expect(page).not.toHaveURL(new RegExp(`/review/${first}`));
  const second = await skipOwn(page);
  await page.keyboard.press('a');
  await outbox(page).getByRole('button', { name: 'Recent actions, 1 more pending' }).click();
  const recent = page.getByRole('dialog', { name: 'Recent actions' });
  await recent.getByRole('listitem').last().getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(new RegExp(`/review/${first}`));
  await expect(outbox(page).getByRole('button', { name: 'Recent actions', exact: true })).toBeVisible();
  await deliveryIsLoaded(page);
  await page.goto('/settings');
  await expect.poll(() => statusOf(service, second)).toBe('approved');
  expect(statusOf(service, first)).toBe('in_review');
});
