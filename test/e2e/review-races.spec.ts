import { expect } from '@playwright/test';
import { arriveAsVisitor, callApi, writeDraft } from '#test/api-client.ts';
import { makeDataDir, personOf, removeDataDir, startService } from '../service-process.ts';
import { holdTimers } from './held-timers.ts';
import { test } from './journey.ts';
import {
  chosen,
  deliveryIsLoaded,
  draftRow,
  keepSettings,
  lines,
  openFirst,
  outbox,
  outboxIsEmpty,
  queue,
  queueLength,
  statusOf,
} from './review-desk.ts';

test.describe('two reviewers on the same draft', () => {
  test.use({ expectedComplaints: [/409|422/] });

  test('the first wins, and the second sees who decided and keeps the typed reason', async ({
    page,
    browser,
    service,
    signIn,
  }) => {
    await keepSettings(page, { undoSeconds: 0 });
    await holdTimers(page);
    await signIn('reviewer');
    const id = await openFirst(page);
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Reason' }).fill('The fare is out of date.');

    const other = await (await browser.newContext({ baseURL: service.origin })).newPage();
    await keepSettings(other, { undoSeconds: 0 });
    const first = await signIn('supervisor', `/review/${id}`, other);
    await chosen(other).getByRole('button', { name: 'Approve', exact: true }).click();
    await expect.poll(() => statusOf(service, id)).toBe('approved');

    await page.getByRole('textbox', { name: 'Reason' }).press('Control+Enter');
    await expect(page.getByText(/^Couldn’t reject: /).first()).toBeVisible();
    const line = queue(page).locator(`a[href*="/review/${id}"]`);
    await expect(line).toContainText(`Approved by ${first.name}`);
    await line.click();
    await expect(chosen(page)).toContainText('Already decided.');
    await expect(chosen(page)).toContainText('Your reason: The fare is out of date.');
    expect(draftRow(service, id)).toMatchObject({
      status: 'approved',
      comment: null,
      resolved_user_id: Number(first.user_id),
    });
    await other.context().close();
  });

  test('a draft decided by another user stays in the list, greyed out, until a reload', async ({
    page,
    service,
    signIn,
  }) => {
    await keepSettings(page, { pollSeconds: 5 });
    await signIn('reviewer');
    const id = await openFirst(page);
    const other = personOf(service, 'supervisor');
    await callApi(service, other.token, 'PUT', `/support_draft_messages/${id}/approve`);
    const line = queue(page).locator(`a[href*="/review/${id}"]`);
    await expect(line).toContainText(`Approved by ${other.name}`);
    await page.reload();
    await expect(lines(page).first()).toBeVisible();
    await expect(line).toHaveCount(0);
  });
});

test.describe('a draft that has changed since it was read', () => {
  test.use({ expectedComplaints: [/409|422/] });

  test('is not approved after a newer visitor message, unless confirmed', async ({ page, service, signIn }) => {
    await keepSettings(page, { undoSeconds: 0 });
    await holdTimers(page);
    await signIn('reviewer');
    const visitor = await arriveAsVisitor(service);
    await visitor.write('Where do I leave my bicycle?');
    const id = await writeDraft(service, visitor.roomId, 'Behind the hall, please.');
    await page.goto(`/review/${id}`);
    await expect(chosen(page).getByRole('list', { name: 'Messages' })).toContainText('bicycle');
    await visitor.write('Never mind, I found the rack.');
    await page.keyboard.press('a');
    await expect(page.getByText(/^Couldn’t approve: /).first()).toBeVisible();
    expect(statusOf(service, id)).toBe('in_review');
    await queue(page).locator(`a[href*="/review/${id}"]`).click();
    await expect(chosen(page)).toContainText('The visitor has written again');
    await expect(page.getByRole('region', { name: 'Notifications' }), 'the toast covers nothing').toBeHidden();
    await expect(chosen(page).getByRole('list', { name: 'Messages' })).toContainText('I found the rack');
    await chosen(page).getByRole('button', { name: 'Approve anyway' }).click();
    await expect.poll(() => statusOf(service, id)).toBe('approved');
  });

  test('is not approved after its author has changed it', async ({ page, service, signIn }) => {
    await keepSettings(page, { undoSeconds: 0 });
    await holdTimers(page);
    await signIn('reviewer');
    const id = await openFirst(page);
    // The page must have read the draft before it changes.
    await page.waitForLoadState('networkidle');
    await callApi(service, personOf(service, 'admin').token, 'PUT', `/support_draft_messages/${id}`, {
      type: 'support_draft_messages',
      id,
      attributes: { message_content: 'The ferry leaves at noon.' },
    });
    await page.keyboard.press('a');
    await expect(page.getByText('Couldn’t approve').first()).toBeVisible();
    expect(draftRow(service, id)).toMatchObject({ status: 'in_review', message_content: 'The ferry leaves at noon.' });
    await queue(page).locator(`a[href*="/review/${id}"]`).click();
    await expect(chosen(page)).toContainText('The draft changed after you opened it');
    await expect(chosen(page)).toContainText('The ferry leaves at noon.');
  });
});

test.describe('a service that stops in the middle of a decision', () => {
  test.use({ expectedComplaints: [/ERR_(CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/] });

  test('receives it exactly once after its restart', async ({ page }) => {
    const dataDir = makeDataDir();
    let service = await startService(dataDir, { DEMO: '1' });
    await keepSettings(page, { undoSeconds: 0, pollSeconds: 60 });
    await page.goto(`${service.origin}/connect#token=${personOf(service, 'reviewer').token}`);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
    const id = await openFirst(page);
    const { version } = draftRow(service, id);
    await deliveryIsLoaded(page);
    await service.end('SIGKILL');
    await page.keyboard.press('a');
    await expect(outbox(page)).toContainText('checking whether it was sent');
    service = await startService(dataDir, { DEMO: '1', PORT: String(service.port) });
    await expect(outbox(page)).toBeHidden();
    expect(draftRow(service, id)).toMatchObject({ status: 'approved', version: version + 1 });
    await service.end('SIGTERM');
    removeDataDir(dataDir);
  });
});

test('closing the tab during the undo delay sends the decision at once', async ({ page, context, service, signIn }) => {
  await holdTimers(page);
  await signIn('reviewer');
  const id = await openFirst(page);
  await deliveryIsLoaded(page);
  await page.keyboard.press('a');
  await expect(outbox(page)).toContainText('Approved');
  expect(statusOf(service, id)).toBe('in_review');
  await context.newPage();
  await page.close();
  await expect.poll(() => statusOf(service, id)).toBe('approved');
});

test('with full browser storage a decision is still sent once, and a reason stays on the page', async ({
  page,
  service,
  signIn,
}) => {
  await keepSettings(page, { undoSeconds: 1 });
  await signIn('reviewer');
  const id = await openFirst(page);
  await page.evaluate(() => {
    for (let size = 4_000_000; size > 0; size = Math.floor(size / 2)) {
      try {
        localStorage.setItem(`filler${size}`, 'x'.repeat(size));
      } catch {
        // Smaller items may still fit.
      }
    }
  });
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/reject')) sent += 1;
  });
  await page.keyboard.press('r');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Too long for the visitor.');
  await expect(chosen(page)).toContainText('can’t save your text');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => statusOf(service, id)).toBe('rejected');
  expect(draftRow(service, id).comment).toBe('Too long for the visitor.');
  // The browser reports a request a moment after it was sent.
  await expect(outbox(page)).toBeHidden();
  expect(sent).toBe(1);
});

test('a double click decides on one draft only, and so does a held key', async ({ page, signIn }) => {
  await keepSettings(page, { undoSeconds: 0 });
  await signIn('reviewer');
  await openFirst(page);
  const before = await queueLength(page);
  const decisions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') decisions.push(request.url());
  });
  await chosen(page).getByRole('button', { name: 'Approve', exact: true }).dblclick();
  await outboxIsEmpty(page);
  await expect.poll(() => queueLength(page)).toBe(before - 1);
  await openFirst(page);
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await expect.poll(() => queueLength(page)).toBe(before - 2);
  await outboxIsEmpty(page);
  expect(decisions).toHaveLength(2);
  expect(new Set(decisions).size).toBe(2);
});
