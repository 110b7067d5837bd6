import { expect } from '@playwright/test';
import { callApi } from '#test/api-client.ts';
import { makeDataDir, personOf, removeDataDir, startService } from '../service-process.ts';
import { holdTimers } from './held-timers.ts';
import { test } from './journey.ts';
import { chosen, draftRow, keepSettings, lines, openFirst, outbox, queue, statusOf } from './review-desk.ts';

test.describe('two reviewers on the same draft', () => {
  test.use({ expectedComplaints: [/409|422/] });

  test('the first wins, and the second sees by whom and keeps the reason', async ({
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
    const first = await signIn('supervisor', other);
    await other.goto(`/review/${id}`);
    await chosen(other).getByRole('button', { name: 'Approve', exact: true }).click();
    await expect.poll(() => statusOf(service, id)).toBe('approved');

    await page.getByRole('textbox', { name: 'Reason' }).press('Control+Enter');
    await expect(page.getByText(/^Not rejected: /).first()).toBeVisible();
    const line = queue(page).locator(`a[href*="/review/${id}"]`);
    await expect(line).toContainText(`Approved by ${first.name}`);
    await line.click();
    await expect(chosen(page)).toContainText('someone else had already decided');
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

test.describe('a service that stops in the middle of a decision', () => {
  test.use({
    expectedComplaints: [
      /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED_ENCODING/,
    ],
  });

  test('receives it once when back', async ({ page }) => {
    const dataDir = makeDataDir();
    let service = await startService(dataDir, { DEMO: '1' });
    await keepSettings(page, { undoSeconds: 0, pollSeconds: 60 });
    await page.goto(`${service.origin}/connect#token=${personOf(service, 'reviewer').token}`);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
    const id = await openFirst(page);
    const { version } = draftRow(service, id);
    // The chunk that sends decisions is preloaded right after the first screen.
    await page.waitForLoadState('networkidle');
    await service.end('SIGKILL');
    await page.keyboard.press('a');
    await expect(outbox(page)).toContainText('finding out whether it arrived');
    service = await startService(dataDir, { DEMO: '1', PORT: String(service.port) });
    await expect(outbox(page)).toBeHidden();
    expect(draftRow(service, id)).toMatchObject({ status: 'approved', version: version + 1 });
    await service.end('SIGTERM');
    removeDataDir(dataDir);
  });
});

test('closing the tab within the six seconds sends the decision at once', async ({
  page,
  context,
  service,
  signIn,
}) => {
  await holdTimers(page);
  await signIn('reviewer');
  const id = await openFirst(page);
  await page.keyboard.press('a');
  await expect(outbox(page)).toContainText('Approving…');
  expect(statusOf(service, id)).toBe('in_review');
  await context.newPage();
  await page.close();
  await expect.poll(() => statusOf(service, id)).toBe('approved');
});
