import { expect, type Page } from '@playwright/test';
import { arriveAsVisitor, createRecord, writeDraft } from '#test/api-client.ts';
import { test as journey } from '../e2e/journey.ts';
import { chosen, draftText, inDatabase, lines, outbox, outboxIsEmpty } from '../e2e/review-desk.ts';
import type { LocalServer } from '../listen-locally.ts';
import { personOf, type ServiceProcess } from '../service-process.ts';
import { startTenantProxy } from '../tenant-proxy.ts';
import { rewrites } from './rewrites.ts';
import { type TenantName, tenants } from './tenants.ts';

/** Records of one journey, at its tenant. */
export interface Scenario {
  page: Page;
  service: ServiceProcess;
  /** A word that occurs only in these records. */
  word: string;
  roomId: string;
  draftIds: readonly [string, string];
  clientId: string;
}

interface Fixtures {
  tenant: TenantName;
  front: LocalServer;
  scenario: Scenario;
}

/** An admin signed in to a foreign tenant, with records to work on. */
export const test = journey.extend<Fixtures>({
  tenant: ['jsonapi-resources as installed', { option: true }],
  front: async ({ service, tenant }, use) => {
    const forms = tenants[tenant].map((name) => rewrites[name]);
    const proxy = await startTenantProxy(service.origin, forms);
    await use(proxy);
    await proxy.close();
  },
  scenario: async ({ page, service, front, tenant }, use) => {
    const word = tenant.replaceAll(/\W/g, '').toLowerCase();
    const { token } = personOf(service, 'admin');
    const visitor = await arriveAsVisitor(service);
    await visitor.write(`Where is my parcel? ${word}`);
    const draftIds = [
      await writeDraft(service, visitor.roomId, `It comes today. ${word}`),
      await writeDraft(service, visitor.roomId, `It came yesterday. ${word}`),
    ] as const;
    const client = { type: 'clients', attributes: { title: `Shop ${word}`, settings: { colour: 'teal' } } };
    const clientId = await createRecord(service, token, client);
    await decideAtOnce(page);
    await page.goto(`${front.origin}/connect?then=%2Freview#token=${token}`);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
    await use({ page, service, word, roomId: visitor.roomId, draftIds, clientId });
    await expect(page.getByRole('main')).not.toBeEmpty();
  },
});

/** Disables the undo delay of this browser, from its next page on. */
export const decideAtOnce = (page: Page) =>
  page.addInitScript(() => {
    // The sandboxed client preview is a document of its own, without storage.
    if (self.origin !== 'null') localStorage.setItem('countersign.settings', '{"undoSeconds":0}');
  });

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

/**
 * Searches the two drafts by their word. Where the tenant cannot filter, the dashboard filters client-side and says so.
 */
export async function searchDrafts({ page, word }: Scenario, isFilteredHere: boolean): Promise<void> {
  await expect(lines(page).first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search text or room' }).fill(word);
  await expect(lines(page)).toHaveCount(2);
  await expect(page.getByText('This server doesn’t support these filters')).toBeVisible({ visible: isFilteredHere });
}

/** Approves the first draft, and rejects the second with a comment. */
export async function decideBoth({ page, service, draftIds: [first, second], word }: Scenario): Promise<void> {
  await openDraft(page, first, `It comes today. ${word}`);
  await chosen(page).getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => stateOf(service, first)).toBe('approved');
  await expect(outbox(page)).toBeHidden();
  await openDraft(page, second, `It came yesterday. ${word}`);
  await reject(page, REASON);
  await expect.poll(() => stateOf(service, second)).toBe('rejected');
  await expect(outbox(page)).toBeHidden();
}

/** The same where drafts cannot be decided: expects an explanation, no change, and the reason kept. */
export async function decideInVain({ page, service, draftIds: [first, second], word }: Scenario): Promise<void> {
  await openDraft(page, first, `It comes today. ${word}`);
  await chosen(page).getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(/doesn’t support PUT \/support_draft_messages\/\{id\}\/approve/).first()).toBeVisible();
  await openDraft(page, second, `It came yesterday. ${word}`);
  await reject(page, REASON);
  await outboxIsEmpty(page);
  // After the refusal the draft is back in the queue; stay on the page that shows the error.
  await expect(lines(page).filter({ hasText: `It came yesterday. ${word}` })).toBeVisible();
  await openDraft(page, second, `It came yesterday. ${word}`);
  await expect(chosen(page).getByRole('alert')).toContainText(REASON);
  expect([stateOf(service, first), stateOf(service, second)]).toEqual(['in_review', 'in_review']);
}

export const REASON = 'It is the 5th.';

async function openDraft(page: Page, id: string, text: string): Promise<void> {
  const line = lines(page).filter({ hasText: text }).getByRole('link').first();
  if (await line.isVisible()) await line.click();
  else await page.goto(new URL(`/review/${id}`, page.url()).href);
  await expect(draftText(page)).toHaveText(text);
}

async function reject(page: Page, reason: string): Promise<void> {
  await chosen(page).getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page.getByRole('button', { name: 'Send rejection' }).click();
}

const draft = 'select status, comment from support_draft_messages where id = ?';

const stateOf = (service: ServiceProcess, id: string) => inDatabase<{ status: string }>(service, draft, id)[0]?.status;

export const commentOf = (service: ServiceProcess, id: string) =>
  inDatabase<{ comment: string | null }>(service, draft, id)[0]?.comment;

/** Edits the client's title and a setting. */
export async function typeClient({ page, word }: Scenario): Promise<void> {
  await goTo(page, 'Clients');
  await page.getByRole('link', { name: `Shop ${word}` }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(`Store ${word}`);
  await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
  await page.getByRole('textbox', { name: 'Colour' }).fill('amber');
}

export async function saveClient({ page, service, clientId, word }: Scenario): Promise<void> {
  await hush(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Saved “Store ${word}”`).first()).toBeAttached();
  const [row] = inDatabase<{ title: string; settings: string }>(
    service,
    'select * from clients where id = ?',
    clientId,
  );
  expect(row?.title).toBe(`Store ${word}`);
  expect(JSON.parse(row?.settings ?? '')).toEqual({ colour: 'amber' });
}

/** Saves where the documented verb is refused: keeps the edits, and succeeds with the other verb. */
export async function changeVerb({ page, clientId, word }: Scenario): Promise<void> {
  await hush(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your changes are still here.')).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(new URL('/connections', page.url()).href);
  await page.getByRole('combobox', { name: 'Update method' }).selectOption('PATCH');
  await page.goto(new URL(`/clients/${clientId}`, page.url()).href);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`Store ${word}`);
}

/** Dismisses toasts, which may cover a button. */
export async function hush(page: Page): Promise<void> {
  const told = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' });
  while ((await told.count()) > 0) await told.first().click();
}

const keywordNamed = 'select key_title from master_keywords where key_name = ?';

/** Creates a keyword and deletes it; leaving the page flushes the pending delete. */
export async function makeKeyword({ page, service, word }: Scenario, told?: RegExp): Promise<void> {
  await goTo(page, 'Keywords');
  const grid = page.getByRole('grid', { name: 'Keywords' });
  if (told) {
    // A one-time failure may already have hit the prefetch, before the page rendered.
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: told });
    await expect(alert.or(grid)).toBeVisible();
    if (await alert.isVisible()) await alert.getByRole('button', { name: 'Try again' }).click();
  }
  await expect(grid).toBeVisible();
  await hush(page);
  await page.getByRole('link', { name: 'New keyword' }).click();
  const dialog = page.getByRole('dialog', { name: 'New keyword' });
  await dialog.getByRole('textbox', { name: 'Keyword' }).fill(word);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Parcels');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
  const find = () => inDatabase<{ key_title: string }>(service, keywordNamed, word);
  expect(find()).toEqual([{ key_title: 'Parcels' }]);
  await page.getByRole('checkbox', { name: `Select ${word}`, exact: true }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.reload();
  await expect.poll(find).toEqual([]);
}

/** Opens the room; `told` is the message in place of its conversation, if any. */
export async function readRoom({ page, word, roomId }: Scenario, told?: RegExp): Promise<void> {
  await goTo(page, 'Rooms');
  await expect(page.getByRole('table', { name: 'Rooms' }).getByRole('row').nth(1)).toBeVisible();
  await page.goto(new URL(`/rooms/${roomId}`, page.url()).href);
  const talk = page.getByRole('region', { name: 'Conversation' });
  await expect(talk.getByText(told ?? `Where is my parcel? ${word}`).first()).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'About this room' })).toBeVisible();
}
