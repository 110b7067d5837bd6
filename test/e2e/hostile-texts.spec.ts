import { expect, type Page } from '@playwright/test';
import { openTenants } from '#server/access/tenants.ts';
import { mintToken } from '#server/access/tokens.ts';
import {
  aClient,
  aDraft,
  aKeyword,
  aMessage,
  aResolvedDraft,
  aRoom,
  aSuggestion,
  aUser,
  MADE_AT_UNIX,
} from '../builders.ts';
import { makeDataDir, removeDataDir, startService } from '../service-process.ts';
import { hostileTexts } from './hostile-texts.ts';
import { test } from './journey.ts';
import { keepSettings } from './review-desk.ts';

/** A tenant with every hostile text in every text field; resolves with an admin's token and the addresses to visit. */
async function writeEverywhere(dataDir: string) {
  const tenants = await openTenants(dataDir);
  const tenant = await tenants.add('harbor', ['127.0.0.1']);
  const made = await tenant.db.transaction().execute(async (db) => {
    const all = hostileTexts.join('\n');
    const settings = JSON.stringify(
      Object.fromEntries(hostileTexts.slice(0, 40).map((text, index) => [`${index} ${text}`, text])),
    );
    const admin = await aUser(db, { name: hostileTexts[0] });
    const author = await aUser(db, { name: hostileTexts[1] });
    const room = await aRoom(db, { name: 'All of them', description: all, settings }, [admin.id, author.id]);
    for (const [index, text] of hostileTexts.entries()) {
      const waits = { awaiting_support: index % 4 === 0 ? 1 : 0, awaiting_since_unix: MADE_AT_UNIX };
      const { id: room_id } = await aRoom(db, { name: text, description: text, ...waits });
      const draft = { room_id, message_content: text, created_user_id: author.id, settings };
      if (index % 3 === 0) await aResolvedDraft(db, admin.id, { ...draft, status: 'rejected', comment: text });
      else await aDraft(db, draft);
      await aMessage(db, { room_id: room.id, content: text, user_id: author.id });
      await aKeyword(db, { key_name: `${index} ${text}`, key_title: text, suggestions: text });
    }
    const draft = await aDraft(db, { room_id: room.id, message_content: all, created_user_id: author.id, settings });
    const looks = { default_embedded_css: all, default_guest_css: all, default_embedded_html: '<p>shown</p>' };
    const client = await aClient(db, { title: hostileTexts[3], code: hostileTexts[4], settings, ...looks });
    const keyword = await aKeyword(db, { key_name: hostileTexts[2], key_title: all, suggestions: all });
    const list = hostileTexts.slice(0, 60).map((content) => ({ kind: 'text', content, settings: {} }));
    const suggestion = await aSuggestion(db, { room_id: room.id, suggestion_messages_data: JSON.stringify(list) });
    const token = await mintToken(db, { userId: admin.id, role: 'admin', roomId: null, expiresAtUnix: null });
    return { token, room: room.id, draft: draft.id, client: client.id, keyword: keyword.id, suggestion: suggestion.id };
  });
  await tenants.close();
  return made;
}

/** No script ran, no request went to another origin, and the page does not overflow the window. */
async function expectUnharmed(page: Page, asked: readonly string[]) {
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const state = await page.evaluate(() => ({
    pwned: Reflect.get(window, 'pwned'),
    base: document.querySelectorAll('base, meta[http-equiv=refresh], main script, main style, main object, main embed')
      .length,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect.soft(state, page.url()).toEqual({ pwned: undefined, base: 0, overflow: 0 });
  expect.soft(asked, page.url()).toEqual([]);
}

// `keepSettings` also runs in the sandboxed client preview, where localStorage is denied.
test.use({ expectedComplaints: [/Failed to read the 'localStorage' property/] });

test('five hundred hostile texts in every field stay plain text on every page', async ({ page, context }) => {
  const dataDir = makeDataDir();
  const made = await writeEverywhere(dataDir);
  const service = await startService(dataDir, { DEMO: '0' });
  const asked: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== service.origin && protocol !== 'data:') asked.push(request.url());
  });
  context.on('page', (other) => asked.push(`window ${other.url()}`));
  page.on('dialog', (dialog) => asked.push(`dialog ${dialog.message()}`));
  await keepSettings(page, { undoSeconds: 0 });
  await page.goto(`${service.origin}/connect#token=${made.token}`);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();

  const paths = [
    '/review',
    `/review/${made.draft}`,
    '/review?filter%5Brejected%5D=1',
    '/mine',
    '/watch',
    '/watch/wall',
    `/rooms/${made.room}`,
    `/rooms/${made.room}/edit`,
    '/clients',
    `/clients/${made.client}`,
    `/clients/${made.client}?part=settings`,
    '/keywords',
    `/keywords/${made.keyword}`,
    '/suggestions',
    `/suggestions/${made.suggestion}`,
    '/settings',
  ];
  for (const path of paths) {
    await page.goto(service.origin + path);
    await expectUnharmed(page, asked);
  }

  // Lists show each text as written.
  const seen = new Set<string>();
  for (let number = 1; number <= 7; number++) {
    await page.goto(`${service.origin}/rooms?page%5Bsize%5D=100&page%5Bnumber%5D=${number}`);
    await expectUnharmed(page, asked);
    const links = page.getByRole('table').getByRole('link');
    // Besides those of the texts, one room contains all of them.
    const left = hostileTexts.length + 1 - (number - 1) * 100;
    await expect(links).toHaveCount(Math.max(0, Math.min(left, 100)));
    for (const text of await links.allTextContents()) seen.add(text);
  }
  expect(hostileTexts.filter((text) => !seen.has(text))).toEqual([]);

  // So do the overlays: command palette, dialog and toast.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('pwned');
  await expect(page.getByRole('dialog').getByRole('option').nth(8)).toBeVisible();
  await expectUnharmed(page, asked);
  await page.goto(`${service.origin}/keywords/${made.keyword}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expectUnharmed(page, asked);
  await page.setViewportSize({ width: 390, height: 800 });
  for (const path of ['/review', `/review/${made.draft}`, '/rooms', `/rooms/${made.room}`, '/keywords', '/watch']) {
    await page.goto(service.origin + path);
    await expectUnharmed(page, asked);
  }
  // The page polls until it is closed.
  await page.close();
  await service.end('SIGTERM');
  removeDataDir(dataDir);
});
