import { expect, type Page } from '@playwright/test';
import type { ClientsTable, KeywordsTable } from '#server/db/tables.ts';
import { callApi, createRecord, writeDraft } from '#test/api-client.ts';
import { personOf, type ServiceProcess } from '../service-process.ts';
import { expectAccessible } from './accessibility.ts';
import { FAULTS, test } from './faults.ts';
import { holdTimers } from './held-timers.ts';
import {
  chosen,
  draftRow,
  inDatabase,
  keepSettings,
  lines,
  openFirst,
  outboxIsEmpty,
  queue,
  statusOf,
} from './review-desk.ts';

const faults = Object.entries(FAULTS);
/** The faults that are retried by the user: the service has answered, so the write is not repeated automatically. */
const ANSWERED = ['fault of the service', 'too many requests', 'page instead of data', 'page of a gateway'];
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const toast = (page: Page, text: RegExp) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

type Row<Table> = Omit<Table, 'version'> & { version: number };

/** Creates a record directly at the service, past the fault proxy. */
const create = (service: ServiceProcess, type: string, attributes: object) =>
  createRecord(service, personOf(service, 'admin').token, { type, attributes });

test('drafts are approved by key exactly once, despite faults', async ({ page, wire, service, signIn }) => {
  await keepSettings(page, { undoSeconds: 0, pollSeconds: 60 });
  await signIn('reviewer');
  await expect(lines(page).first()).toBeVisible();
  for (const [name, fault] of faults) {
    const id = await openFirst(page);
    const { version } = draftRow(service, id);
    await test.step(name, async () => {
      wire.failNext(fault, 'PUT', /\/approve$/);
      await page.keyboard.press('a');
      await expect.poll(wire.count).toBeGreaterThan(0);
      await outboxIsEmpty(page);
      if (name === 'fault of the service') {
        await expect(toast(page, /^Couldn’t approve: /)).toBeVisible();
        expect(statusOf(service, id)).toBe('in_review');
        await queue(page).locator(`a[href*="/review/${id}"]`).click();
        await chosen(page).getByRole('button', { name: 'Try again' }).click();
        await expect.poll(() => statusOf(service, id)).toBe('approved');
      }
      await expect(toast(page, /^Couldn’t approve: /)).toHaveCount(0);
      expect(draftRow(service, id)).toMatchObject({ status: 'approved', version: version + 1 });
    });
  }
});

test('an edited client is saved exactly once, despite faults', async ({ page, wire, service, signIn }) => {
  await signIn('admin');
  // Set in this page only, because the frames of the preview have no storage.
  await page.evaluate(() => localStorage.setItem('countersign.settings', JSON.stringify({ undoSeconds: 0 })));
  const id = await create(service, 'clients', { title: 'Harbour' });
  await page.goto(`/clients/${id}?part=settings`);
  const title = page.getByRole('textbox', { name: 'Title' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const stored = () => inDatabase<Row<ClientsTable>>(service, 'select * from clients where id = ?', id)[0];
  await expect(title).toBeVisible();
  for (const [name, fault] of faults) {
    await test.step(name, async () => {
      const version = stored()?.version ?? 0;
      await title.fill(`Harbour, ${name}`);
      wire.failNext(fault, 'PUT', /\/clients\/\d+$/);
      await save.click();
      await expect.poll(wire.count).toBeGreaterThan(0);
      await expect(save).not.toHaveAttribute('aria-busy', 'true');
      const isSaved = !ANSWERED.includes(name);
      await expect(page.getByText('Not saved', { exact: true })).toHaveCount(isSaved ? 0 : 1);
      expect(stored()?.title === `Harbour, ${name}`).toBe(isSaved);
      await expect(title).toHaveValue(`Harbour, ${name}`);
      if (!isSaved) await save.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Harbour, ${name}`);
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
      expect(stored()).toMatchObject({ title: `Harbour, ${name}`, version: version + 1 });
    });
  }
});

test('a keyword edited in the table is saved exactly once, despite faults', async ({ page, wire, service, signIn }) => {
  await create(service, 'master_keywords', { key_name: 'tide table', key_title: 'When' });
  await signIn('admin', '/keywords');
  const grid = page.getByRole('grid', { name: 'Keywords' });
  const row = grid.getByRole('row').filter({ hasText: 'tide table' });
  const stored = () =>
    inDatabase<Row<KeywordsTable>>(service, `select * from master_keywords where key_name = 'tide table'`)[0];
  await expect(row.first()).toBeVisible();
  for (const [name, fault] of faults) {
    await test.step(name, async () => {
      const version = stored()?.version ?? 0;
      await row.getByRole('gridcell').nth(2).dblclick();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(`Later, ${name}`);
      wire.failNext(fault, 'PUT', /\/master_keywords\/\d+$/);
      await page.keyboard.press('Enter');
      await expect.poll(wire.count).toBeGreaterThan(0);
      const failed = page.getByText('Not saved', { exact: true });
      await expect(failed.or(page.getByText('Saved', { exact: true })).first()).toBeVisible();
      const isSaved = !ANSWERED.includes(name);
      await expect(failed.first()).toBeVisible({ visible: !isSaved });
      expect(stored()?.key_title === `Later, ${name}`).toBe(isSaved);
      if (!isSaved) await page.getByRole('button', { name: 'Save again' }).click();
      await expect(failed).toHaveCount(0);
      await expect(row).toContainText(`Later, ${name}`);
      await expect.poll(stored).toMatchObject({ key_title: `Later, ${name}`, version: version + 1 });
    });
  }
});

test('under faults, a bulk deletion keeps exactly the reported records', async ({ page, wire, service, signIn }) => {
  await keepSettings(page, { undoSeconds: 0 });
  for (const [name] of faults) await create(service, 'master_keywords', { key_name: `gone ${name}` });
  const left = () =>
    inDatabase<Row<KeywordsTable>>(service, `select * from master_keywords where key_name like 'gone %' order by id`);
  await signIn('admin', '/keywords');
  await page.getByRole('searchbox').fill('gone ');
  // `data-row` excludes the extra row below each kept record, which shows the reason.
  const rows = page.getByRole('grid', { name: 'Keywords' }).locator('[data-row]', { hasText: 'gone ' });
  await expect(rows).toHaveCount(faults.length);
  const kinds = Object.values(FAULTS);
  let asked = 0;
  wire.proxy.setFaults((_, method) => (method === 'DELETE' && kinds[asked++]) || { kind: 'pass' });
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, /^Couldn’t delete \d+ keywords$/)).toBeVisible();
  // The rows left match the reported count.
  await expect(toast(page, new RegExp(`^Couldn’t delete ${left().length} keywords$`))).toBeVisible();
  await expect(rows).toHaveCount(left().length);
  for (const { key_name } of left()) await expect(rows.filter({ hasText: key_name })).toHaveCount(1);
  wire.clearFault();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect.poll(() => left().length).toBe(0);
  await expect(rows).toHaveCount(0);
});

test('all drafts of a room are decided exactly once, despite faults', async ({ page, wire, service, signIn }) => {
  await keepSettings(page, { undoSeconds: 0 });
  await holdTimers(page);
  const room = await create(service, 'rooms', { name: 'Night ferry', kind: 'support_room' });
  const twoDrafts = async () => [
    await writeDraft(service, room, 'At nine.'),
    await writeDraft(service, room, 'At ten.'),
  ];
  let next = await twoDrafts();
  await signIn('supervisor', `/rooms/${room}`);
  const section = page.getByRole('region', { name: 'Drafts in review' });
  for (const [name, fault] of faults) {
    await expect(section.getByRole('listitem')).toHaveCount(2);
    const ids = next;
    // The new drafts show up at the next poll.
    next = await twoDrafts();
    await test.step(name, async () => {
      wire.failNext(fault, 'PUT', /\/approve_support_draft_messages$/);
      await page.getByRole('button', { name: 'Approve all' }).click();
      await expect.poll(wire.count).toBeGreaterThan(0);
      await outboxIsEmpty(page);
      // Unlike a status, a page in place of the response leaves it open whether the drafts were decided: they are looked up.
      const isDone = !['fault of the service', 'too many requests'].includes(name);
      await expect(toast(page, /^No drafts approved/)).toHaveCount(isDone ? 0 : 1);
      expect(ids.map((id) => statusOf(service, id))).toEqual(ids.map(() => (isDone ? 'approved' : 'in_review')));
      if (!isDone) {
        // Two drafts from before, two new ones.
        await expect(section.getByRole('listitem')).toHaveCount(4);
        await page.getByRole('button', { name: 'Dismiss' }).first().click();
        for (const id of ids)
          await callApi(service, personOf(service, 'admin').token, 'PUT', `/support_draft_messages/${id}/reject`);
        await page.reload();
        return;
      }
      expect(ids.map((id) => draftRow(service, id).version)).toEqual([2, 2]);
    });
  }
});

test('signing in, opening a page and signing out work despite faults', async ({ page, wire, service }) => {
  const { token } = personOf(service, 'reviewer');
  await page.goto('/connect');
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  for (const [name, fault] of faults) {
    await test.step(name, async () => {
      await page.getByLabel('Access token').fill(token);
      wire.failNext(fault, 'POST', /^\/session$/);
      await connect.click();
      await expect.poll(wire.count).toBeGreaterThan(0);
      const failed = page
        .getByText(/Can’t reach this server|This isn’t a chat-support server|(reported an error|rejected this request)/)
        .first();
      await expect(failed.or(pages(page))).toBeVisible();
      const isRefused = ANSWERED.includes(name) && name !== 'too many requests';
      await expect(failed).toBeVisible({ visible: isRefused });
      if (isRefused) {
        await expect(page.getByLabel('Access token')).toHaveValue(token);
        await connect.click();
      }
      await expect(lines(page).first()).toBeVisible();
      await pages(page).getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(connect).toBeVisible();
    });
  }
});

test('the dashboard stays usable while the service is down, slow or refusing', async ({ page, wire, signIn }) => {
  // Disable request timeouts: a slow response must not be aborted before the page has been checked.
  await page.addInitScript(() => Object.assign(AbortSignal, { timeout: () => new AbortController().signal }));
  const { token } = await signIn('admin');
  wire.proxy.setFaults(() => ({ kind: 'break' }));
  await page.goto('/rooms');
  await expect(
    page
      .getByText('The Harbour Desk', { exact: false })
      .and(page.getByText(/Can’t reach/))
      .first(),
  ).toBeVisible();
  await pages(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  wire.proxy.setFaults((url) => ({ kind: 'pass', afterMs: url.includes('/clients') ? 120_000 : 0 }));
  await pages(page).getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('table', { name: 'Clients' })).toHaveAttribute('aria-busy', 'true');
  await pages(page).getByRole('link', { name: 'Rooms' }).click();
  await expect(page.getByRole('table', { name: 'Rooms' }).getByRole('link').first()).toBeVisible();

  // A refusal shows at its field, and signing in again keeps the scroll position.
  wire.clearFault();
  await page.setViewportSize({ width: 1024, height: 420 });
  await page.goto('/keywords/new');
  const dialog = page.getByRole('dialog', { name: 'New keyword' });
  await dialog.getByRole('textbox', { name: 'Keyword' }).fill('low water');
  await dialog.getByRole('textbox', { name: 'Suggestions' }).fill('Ask the harbour master.');
  const errors = [{ detail: 'Is taken.', source: { pointer: '/data/attributes/key_name' } }];
  wire.failNext({ kind: 'answer', status: 422, body: JSON.stringify({ errors }) }, 'POST', /\/master_keywords$/);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Is taken.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Keyword' })).toBeFocused();
  await expectAccessible(page);

  const scroller = dialog.locator('> div').first();
  await scroller.evaluate((element) => element.scrollTo(0, 60));
  const before = await scroller.evaluate((element) => element.scrollTop);
  wire.failNext({ kind: 'answer', status: 401 }, 'POST', /\/master_keywords$/);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog', { name: 'Sign in again' }).getByLabel('Access token').fill(token);
  await expect(dialog.getByRole('textbox', { name: 'Suggestions', includeHidden: true })).toHaveValue(
    'Ask the harbour master.',
  );
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(before);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Created “low water”').first()).toBeAttached();
});
