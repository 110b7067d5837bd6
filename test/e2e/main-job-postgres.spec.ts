import { expect } from '@playwright/test';
import { Client } from 'pg';
import { startCluster } from '../postgres/cluster.ts';
import { findPostgres } from '../postgres/find-postgres.ts';
import { type ServiceProcess, startDemo } from '../service-process.ts';
import { holdTimers, passHeldTime } from './held-timers.ts';
import { test as journey } from './journey.ts';
import { lines, outbox } from './review-desk.ts';

/** A test whose service runs on a separate PostgreSQL cluster. */
const test = journey.extend<object, { databaseUrl: string; service: ServiceProcess }>({
  databaseUrl: [
    // Playwright reads a fixture's dependencies from this pattern.
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern, even one without fixtures.
    async ({}, use) => {
      const cluster = await startCluster();
      await use(cluster.url);
      await cluster.remove();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ databaseUrl }, use) => {
      const service = await startDemo({ DATABASE_URL: databaseUrl });
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
});

// Without PostgreSQL, `npm test` reports the skip once for all tests that need it.
if (findPostgres()) {
  test('on PostgreSQL, a decision is undone, made again, and stored', async ({ page, signIn, databaseUrl }) => {
    const database = new Client(databaseUrl);
    await database.connect();
    const query = async (text: string, ...values: unknown[]) => (await database.query(text, values)).rows;
    await database.query('set search_path to countersign_harbor');
    await holdTimers(page);
    const person = await signIn('reviewer');
    await lines(page).first().getByRole('link').click();
    await expect(page).toHaveURL(/\/review\/\d+/);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const draft = async () => (await query('select * from support_draft_messages where id = $1', id))[0];
    const before = await draft();
    expect(before.status).toBe('in_review');

    await page.keyboard.press('a');
    await expect(outbox(page)).toContainText('Approved');
    await page.keyboard.press('z');
    await expect(outbox(page)).toBeHidden();
    expect(await draft()).toEqual(before);

    await page.goto(`/review/${id}`);
    await expect(page.getByRole('region', { name: 'Current draft' })).toContainText(
      before.message_content.split('\n')[0],
    );
    await page.keyboard.press('a');
    await expect(outbox(page)).toContainText('Approved');
    await passHeldTime(page);
    await expect(outbox(page)).toBeHidden();
    expect(await draft()).toMatchObject({ status: 'approved', resolved_user_id: person.user_id });
    const said = await query(
      'select content from messages where room_id = $1 order by id desc limit 1',
      before.room_id,
    );
    expect(said).toEqual([{ content: before.message_content }]);
    await database.end();
  });
}
