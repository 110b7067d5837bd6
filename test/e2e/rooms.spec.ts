import { expect } from '@playwright/test';
import { holdTimers } from './held-timers.ts';
import { test } from './journey.ts';
import { inDatabase } from './review-desk.ts';

interface RoomRow {
  id: number;
  name: string | null;
  enabled: number;
  awaiting_support: number;
}

test('a room is created, edited, and deleted with undo', async ({ page, service, signIn }) => {
  await holdTimers(page);
  await signIn('supervisor');
  await page.goto('/rooms');
  const find = () => inDatabase<RoomRow>(service, `select * from rooms where name like 'Night desk%'`);
  await page.getByRole('link', { name: 'New room', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Night desk');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect.poll(find).toHaveLength(1);
  const [{ id } = { id: 0 }] = find();
  await page.goto(`/rooms/${id}/edit`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Night desk, closed');
  await page
    .getByRole('checkbox', { name: 'Enabled' })
    .or(page.getByRole('switch', { name: 'Enabled' }))
    .click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(find).toMatchObject([{ name: 'Night desk, closed', enabled: 0 }]);

  await page.goto(`/rooms/${id}/edit`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/rooms$/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  expect(find()).toHaveLength(1);
  await page.goto(`/rooms/${id}/edit`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/rooms$/);
  // Leaving the page flushes the pending delete, as the six seconds would have.
  await page.goto('/settings');
  await expect.poll(find).toHaveLength(0);
});

test('scrolling up loads older messages without a jump', async ({ page, service, signIn }) => {
  const { token } = await signIn('supervisor');
  const created = await page.request.post('/rapi/v1/rooms', {
    headers: { 'X-Access-Token': token, 'Content-Type': 'application/vnd.api+json' },
    data: { data: { type: 'rooms', attributes: { name: 'Long talk', kind: 'group_room' } } },
  });
  const { id } = (await created.json()).data;
  for (let number = 1; number <= 120; number++) {
    await page.request.post('/rapi/v1/messages', {
      headers: { 'X-Access-Token': token, 'Content-Type': 'application/vnd.api+json' },
      data: {
        data: {
          type: 'messages',
          attributes: { content: `Message number ${number}.` },
          relationships: { room: { data: { type: 'rooms', id } } },
        },
      },
    });
  }
  expect(inDatabase(service, 'select id from messages where room_id = ?', id)).toHaveLength(120);
  await page.goto(`/rooms/${id}`);
  const talk = page.getByRole('region', { name: 'Conversation' });
  await expect(talk.getByText('Message number 120.')).toBeInViewport();
  const topMost = talk.getByText('Message number 71.');
  const toTop = () => talk.evaluate((region) => region.scrollTo({ top: -region.scrollHeight }));
  await toTop();
  await expect(talk.getByText('Message number 21.')).toBeAttached();
  // Loading older messages keeps the scroll position.
  await expect(topMost).toBeInViewport();
  await toTop();
  await expect(talk.getByText('Message number 1.', { exact: true })).toBeAttached();
  await toTop();
  await expect(talk.getByText('Message number 1.', { exact: true })).toBeInViewport();
});
