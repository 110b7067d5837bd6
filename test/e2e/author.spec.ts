import { expect, type Page } from '@playwright/test';
import type { ServiceProcess } from '../service-process.ts';
import { personOf } from '../service-process.ts';
import { test } from './journey.ts';
import { inDatabase } from './review-desk.ts';

interface Written {
  id: number;
  room_id: number;
  message_content: string;
  settings: string;
  status: string;
}

const writtenBy = (service: ServiceProcess, userId: string, since: number) =>
  inDatabase<Written>(
    service,
    'select * from support_draft_messages where created_user_id = ? and id > ? order by id',
    userId,
    since,
  );

const field = (page: Page) => page.getByRole('textbox', { name: /^(Draft for|Write a draft|Revision)/ });
const prepared = (page: Page) => page.getByRole('listbox', { name: 'Suggestions and keyword answers' });

test('an author writes ten drafts, five with inserted texts, and revises three; none is lost or misplaced', async ({
  page,
  context,
  service,
  signIn,
  request,
}) => {
  test.slow();
  const { user_id } = await signIn('agent');
  const rooms = inDatabase<{ id: number; name: string }>(
    service,
    `select id, name from rooms where kind = 1 and enabled = 1 and is_private = 0 order by id limit 10`,
  );
  expect(rooms).toHaveLength(10);
  const since =
    inDatabase<{ last: number }>(service, 'select max(id) as last from support_draft_messages')[0]?.last ?? 0;
  const wanted: { room_id: number; message_content: string }[] = [];

  for (const [place, room] of rooms.entries()) {
    await page.goto(`/mine/new?room=${room.id}`);
    await expect(field(page)).toBeFocused();
    let text = `Draft number ${place + 1} of this hour.`;
    await page.keyboard.type(text);
    if (place % 2 === 0) {
      // Inserts in the middle of the text, which must keep both of its ends.
      for (let back = 0; back < ' of this hour.'.length; back++) await page.keyboard.press('ArrowLeft');
      await page.keyboard.type(' /');
      const first = prepared(page).getByRole('option').first();
      await expect(first).toHaveAttribute('aria-selected', 'true');
      const inserted = await first.locator('span').last().textContent();
      await page.keyboard.press('Enter');
      text = `Draft number ${place + 1} ${inserted} of this hour.`;
    }
    await expect(field(page)).toHaveValue(text);
    if (place === 3) {
      await page.reload();
      await expect(field(page)).toHaveValue(text);
    }
    if (place === 5) {
      // Once the text is stored, a second tab of the room shows it too. Neither tab overwrites the text of the other.
      await page.waitForFunction((typed) => JSON.stringify(localStorage).includes(typed), text);
      const second = await context.newPage();
      await second.goto(`/rooms/${room.id}`);
      await expect(field(second)).toHaveValue(text);
      await field(second).fill('Typed in the second tab.');
      await expect(page.getByText('Typed in the second tab.')).toBeVisible();
      await expect(field(page)).toHaveValue(text);
      await second.close();
    }
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/mine\?/);
    wanted.push({ room_id: room.id, message_content: text });
  }
  const written = writtenBy(service, user_id, since);
  expect(written).toMatchObject(wanted);

  const reviewer = personOf(service, 'reviewer').token;
  const rejected = written.slice(0, 3);
  for (const { id } of rejected) {
    await request.put(`/rapi/v1/support_draft_messages/${id}/reject`, {
      headers: { 'X-Access-Token': reviewer, 'Content-Type': 'application/vnd.api+json' },
      data: { data: { type: 'support_draft_messages', id: String(id), attributes: { comment: `Reason ${id}` } } },
    });
  }
  for (const { id, room_id, message_content } of rejected) {
    await page.goto('/mine');
    const row = page.getByRole('list', { name: 'My drafts' }).getByRole('link', { name: `Reason ${id}` });
    await expect(row).toContainText(`Reason ${id}`);
    await row.click();
    await expect(page.getByRole('article', { name: 'Draft' })).toContainText(message_content.slice(0, 30));
    await page.keyboard.press('e');
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue(message_content);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' Revised.');
    await page.keyboard.press('Control+Enter');
    const later = page.getByRole('list', { name: 'Later versions' });
    await expect(later).toContainText('Revised.');
    await later.getByRole('link').click();
    await expect(page.getByRole('list', { name: 'Earlier versions' })).toContainText(`Reason ${id}`);
    const revision = writtenBy(service, user_id, since).at(-1);
    expect(revision).toMatchObject({ room_id, message_content: `${message_content} Revised.`, status: 'in_review' });
    expect(JSON.parse(revision?.settings ?? '{}')).toEqual({ revises: String(id) });
  }
  expect(writtenBy(service, user_id, since)).toHaveLength(13);
  // The text typed in the second tab is still there.
  await page.goto(`/rooms/${rooms[5]?.id}`);
  await expect(field(page)).toHaveValue('Typed in the second tab.');
});

test('undo removes an inserted text and keeps the typed text', async ({ page, service, signIn }) => {
  const [room] = inDatabase<{ id: number }>(service, 'select room_id as id from suggestions order by id limit 1');
  await signIn('agent', `/rooms/${room?.id}`);
  await field(page).click();
  await page.keyboard.type('Hello! /');
  await expect(prepared(page).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page)).not.toHaveValue('Hello! /');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(field(page)).toHaveValue('Hello! /');
});
