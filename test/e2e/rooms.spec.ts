import { expect, type Page } from '@playwright/test';
import { personOf } from '../service-process.ts';
import { holdTimers } from './held-timers.ts';
import { test } from './journey.ts';
import { inDatabase, keepSettings } from './review-desk.ts';

const rows = (page: Page) => page.getByRole('table').getByRole('row');

interface RoomRow {
  id: number;
  name: string | null;
  enabled: number;
  awaiting_support: number;
}

test('rooms are searched while typing, and late responses are ignored', async ({ page, service, signIn }) => {
  await signIn('supervisor', '/rooms');
  await expect(rows(page).nth(5)).toBeVisible();
  let release: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/name_like%5D=we(&|$)/, async (route) => {
    await late;
    await route.continue().catch(() => undefined);
  });
  const search = page.getByRole('searchbox', { name: 'Search names' });
  await search.fill('we');
  await expect(page).toHaveURL(/name_like%5D=we(&|$)/);
  await search.fill('wedding');
  const expected = inDatabase<{ count: number }>(
    service,
    `select count(*) as count from rooms where name_folded like '%wedding%'`,
  )[0]?.count;
  expect(expected).toBeGreaterThan(0);
  // Plus the header row.
  await expect(rows(page)).toHaveCount((expected ?? 0) + 1);
  release();
  await page.waitForLoadState('networkidle');
  await expect(rows(page)).toHaveCount((expected ?? 0) + 1);
  await page.reload();
  await expect(search).toHaveValue('wedding');
});

test('a room is created, edited, and deleted with undo', async ({ page, service, signIn }) => {
  await holdTimers(page);
  await signIn('supervisor', '/rooms');
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
  // Leaving the page sends the pending deletion at once, like the end of the undo delay.
  await page.goto('/settings');
  await expect.poll(find).toHaveLength(0);
});

test('a colleague is picked by name for a direct room, which is reused the next time', async ({
  page,
  service,
  signIn,
}) => {
  await signIn('supervisor');
  const partner = personOf(service, 'agent');
  const openRoom = async () => {
    await page.goto('/rooms');
    await page.getByRole('link', { name: 'New direct room' }).click();
    await page.getByRole('dialog').getByRole('combobox').fill(partner.name.slice(0, 6));
    await page.getByRole('option', { name: partner.name }).click();
    await page.getByRole('button', { name: 'Open room' }).click();
    await page.waitForURL(/\/rooms\/\d+$/);
    return page.url();
  };
  const first = await openRoom();
  expect(await openRoom()).toBe(first);
  await expect(page.getByRole('region', { name: /Members/ })).toContainText(partner.name);
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

test('all drafts of a room are decided in one request', async ({ page, service, signIn }) => {
  await keepSettings(page, { undoSeconds: 0 });
  await signIn('reviewer');
  const [room] = inDatabase<{ room_id: number; count: number }>(
    service,
    `select room_id, count(*) as count from support_draft_messages where status = 'in_review'
     group by room_id order by count desc limit 1`,
  );
  expect(room?.count).toBeGreaterThan(1);
  const requests: string[] = [];
  page.on('request', (request) => {
    // Marking the room as read is a PUT as well.
    const { pathname } = new URL(request.url());
    if (request.method() === 'PUT' && !pathname.endsWith('/mark_read')) requests.push(pathname);
  });
  await page.goto(`/rooms/${room?.room_id}`);
  await page.getByRole('button', { name: /^Approve all/ }).click();
  await expect
    .poll(
      () =>
        inDatabase<{ count: number }>(
          service,
          `select count(*) as count from support_draft_messages where status = 'in_review' and room_id = ?`,
          room?.room_id ?? 0,
        )[0]?.count,
    )
    .toBe(0);
  await expect.poll(() => requests).toEqual([`/rapi/v1/rooms/${room?.room_id}/approve_support_draft_messages`]);
});

test.describe('rooms by keyboard', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('a supervisor filters, opens and leaves rooms without a pointer', async ({ page, signIn }) => {
    await signIn('supervisor', '/rooms');
    await expect(rows(page).nth(5)).toBeVisible();
    const menu = page.getByRole('button', { name: 'Filter', exact: true });
    await expect(menu).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search names' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Type' })).toBeFocused();
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const show = page.getByRole('combobox', { name: 'Starred' }).or(page.getByRole('combobox', { name: 'Show' }));
    await expect(show).toBeFocused();
    // Escape closes the browser's own list first.
    await page.keyboard.press('Escape');
    if (await show.isVisible()) await page.keyboard.press('Escape');
    await expect(show).toBeHidden();
    await expect(menu).toBeFocused();

    await page.goto('/rooms?filter%5Bkind%5D=support_room&filter%5Breplied%5D=false');
    // Rows without links are skeletons of a list that is still loading.
    await expect(page.locator('[data-row] a').nth(3)).toBeVisible();
    await menu.focus();
    const names = await page.locator('[data-row] a').allTextContents();
    await page.keyboard.press('Tab');
    await page.getByRole('heading', { name: 'Rooms' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible();
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    expect(names[1]).toContain(title);
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
    await page.keyboard.press('u');
    await expect(page).toHaveURL(/kind%5D=support_room&filter%5Breplied%5D=false/);
    await expect(page.locator('[data-row] a').nth(2)).toBeFocused();
    await page.keyboard.press('x');
    await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText('1 selected');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('group', { name: 'Selected rows' })).toBeHidden();

    const remove = page.getByRole('button', { name: 'Remove the filter Last message from the visitor' });
    await remove.focus();
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/replied/);
    await expect(menu).toBeFocused();
  });
});
