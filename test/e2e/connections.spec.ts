import { expect, type Page } from '@playwright/test';
import { freePort, personOf, type ServiceProcess, startDemo } from '../service-process.ts';
import { holdTimers, passHeldTime } from './held-timers.ts';
import { test as journey } from './journey.ts';
import { chosen, draftText, lines, openId, outbox, statusOf } from './review-desk.ts';
import { tracesOf, watchToken } from './token-traces.ts';

/** Two tenants with the same demo data, and so the same ids: one serves the page, the other is remote. */
const test = journey.extend<{ origin: string }, { port: number; elsewhere: ServiceProcess; here: ServiceProcess }>({
  // Chosen beforehand, because each of the two services needs the other's origin when it starts.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern, even one without fixtures.
  port: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  elsewhere: [
    async ({ port }, use) => {
      await run({ CORS_ORIGINS: `http://localhost:${port}` }, use);
    },
    { scope: 'worker' },
  ],
  here: [
    async ({ port, elsewhere }, use) => {
      await run({ PORT: String(port), CONNECT_ORIGINS: elsewhere.origin }, use);
    },
    { scope: 'worker' },
  ],
  origin: ({ here }, use) => use(`http://localhost:${here.port}`),
});

async function run(settings: Record<string, string>, use: (service: ServiceProcess) => Promise<void>) {
  const service = await startDemo(settings);
  await use(service);
  await service.close();
}

const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

test('two tenants, one session and one token: nothing leaks from one to the other', async ({
  page,
  context,
  here,
  elsewhere,
  origin,
}) => {
  await holdTimers(page);
  const own = personOf(here, 'reviewer').token;
  const other = personOf(elsewhere, 'reviewer').token;
  const leaks = [watchToken(context, own, origin), watchToken(context, other, elsewhere.origin)];
  await page.goto(`${origin}/connect#token=${own}`);
  await expect(pages(page)).toBeVisible();
  await expect(page).toHaveURL(`${origin}/review`);
  expect(await tracesOf(page, own)).toEqual([]);
  const cookie = (await context.cookies()).find(({ domain }) => domain === 'localhost');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(cookie?.value).not.toContain(own);

  // A second tab shares the session.
  const tab = await context.newPage();
  await tab.goto(`${origin}/review`);
  await expect(lines(tab).first()).toBeVisible();

  // Rename the connection, then add another.
  await page.getByRole('button', { name: /^Workspace/ }).click();
  await page.getByRole('menuitem', { name: 'Manage workspaces' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Harbor');
  await page.getByRole('link', { name: 'Add workspace' }).click();
  await page.getByLabel('Server address').fill(elsewhere.origin);
  await page.getByLabel('Access token').fill(other);
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).uncheck();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(pages(page)).toBeVisible();
  await expect(page).toHaveTitle(/The Harbour Desk/);
  expect(await tracesOf(page, other)).toEqual([]);

  // Switch tenants in the middle of a reason. A decision goes to the tenant where it was made.
  await lines(page).first().getByRole('link').click();
  const id = openId(page);
  const text = (await draftText(page).textContent()) ?? '';
  await page.keyboard.press('r');
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await reason.fill('Not to be said here');
  await page.getByRole('button', { name: /^Workspace/ }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('1');
  await expect(page).toHaveTitle(/Harbor/);
  await page.goto(`${origin}/review/${id}`);
  await expect(draftText(page)).toHaveText(text);
  await page.keyboard.press('r');
  await expect(reason).toHaveValue('');
  await page.keyboard.press('Escape');
  await chosen(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(outbox(page)).toContainText('Approved');
  // The other tenant's token was kept in memory only, so the page load above lost it.
  await page.keyboard.press('g');
  await page.keyboard.press('2');
  await expect(page.getByLabel('Server address')).toHaveValue(elsewhere.origin);
  await page.getByLabel('Access token').fill(other);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(pages(page)).toBeVisible();
  await page.goto(`${origin}/review/${id}`);
  await expect(draftText(page)).toHaveText(text);
  await expect.poll(() => statusOf(here, id)).toBe('approved');
  expect(statusOf(elsewhere, id)).toBe('in_review');
  await page.keyboard.press('r');
  await expect(reason).toHaveValue('Not to be said here');
  expect(await tracesOf(page, own)).toEqual([]);
  // Kept for this tab, as selected.
  expect(await tracesOf(page, other)).toEqual(['sessionStorage']);
  expect(leaks.flatMap((of) => of())).toEqual([]);
});

test('signing out ends the session in every tab, and removing a tenant deletes its data', async ({
  page,
  context,
  here,
  origin,
}) => {
  const { token } = personOf(here, 'reviewer');
  await page.goto(`${origin}/connect#token=${token}`);
  await expect(lines(page).first()).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(`${origin}/settings`);
  await tab.getByRole('button', { name: 'Sign out' }).click();
  await expect(tab.getByLabel('Access token')).toBeVisible();
  await expect(page.getByLabel('Access token')).toBeVisible();
  await expect.poll(() => context.cookies()).toEqual([]);

  await page.getByLabel('Access token').fill(token);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(pages(page)).toBeVisible();
  await page.goto(`${origin}/connections`);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByLabel('Server address')).toHaveValue('');
  await expect.poll(() => context.cookies()).toEqual([]);
  expect(await stored(page)).not.toContain(origin);
});

test.describe('an ended session', () => {
  test.use({ expectedComplaints: [/401/] });

  test('asks for a new sign-in in a dialog, and then continues the work', async ({ page, context, here, origin }) => {
    await holdTimers(page);
    const { token } = personOf(here, 'reviewer');
    await page.goto(`${origin}/connect#token=${token}`);
    await lines(page).first().getByRole('link').click();
    const id = openId(page);
    await page.keyboard.press('r');
    await page.getByRole('textbox', { name: 'Reason' }).fill('The price is wrong.');
    await page.keyboard.press('Control+Enter');
    await expect(outbox(page)).toContainText('Rejected');
    await context.clearCookies();
    await passHeldTime(page);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Access token').fill(token);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect.poll(() => statusOf(here, id)).toBe('rejected');
    expect(await tracesOf(page, token)).toEqual([]);
    // A closing page still sends the decision, authenticated by the cookie.
    await page.goto(`${origin}/review`);
    await lines(page).first().getByRole('link').click();
    const next = openId(page);
    await chosen(page).getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(outbox(page)).toContainText('Approved');
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => statusOf(here, next)).toBe('approved');
  });
});
