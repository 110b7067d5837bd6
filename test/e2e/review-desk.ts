import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import type { DraftRow } from '#server/db/tables.ts';
import { personOf, type ServiceProcess } from '../service-process.ts';

export const outbox = (page: Page) => page.getByRole('region', { name: 'Outbox' });

/** Nothing that was decided is still on its way: neither as it is kept, nor on the page, which shows it a frame later. */
export async function outboxIsEmpty(page: Page): Promise<void> {
  const kept = () => page.evaluate(() => localStorage.getItem('countersign.outbox'));
  await expect.poll(kept).toBeNull();
  await expect(outbox(page)).toBeHidden();
}

export const queue = (page: Page) => page.getByRole('region', { name: 'Review queue' });
export const lines = (page: Page) => queue(page).getByRole('listitem');
export const chosen = (page: Page) => page.getByRole('region', { name: 'Chosen draft' });
export const draftText = (page: Page) => chosen(page).getByRole('article', { name: 'Draft' }).locator('p').first();

/** How many drafts the queue has; of many only those near sight are in the page, and say how many there are. */
export const queueLength = async (page: Page) =>
  Number((await lines(page).first().getAttribute('aria-setsize')) ?? (await lines(page).count()));

/** Settings of this browser, before its next page. */
export const keepSettings = (page: Page, settings: Record<string, unknown>) =>
  page.addInitScript((text) => localStorage.setItem('countersign.settings', text), JSON.stringify(settings));

/** The id in the address of an open draft. */
export const openId = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Opens the first draft of the queue that this person may decide on, and gives its id. */
export async function openFirst(page: Page): Promise<string> {
  await lines(page).first().getByRole('link').click();
  await page.waitForURL(/\/review\/\d+/);
  return skipOwn(page);
}

/** Goes on from drafts that this person may not decide on, and gives the id of the one that is open then. */
export async function skipOwn(page: Page): Promise<string> {
  const approve = chosen(page).getByRole('button', { name: 'Approve', exact: true });
  const refusal = chosen(page).getByText('You may not decide on this draft');
  await approve.or(refusal).first().waitFor();
  while (await refusal.isVisible()) {
    const before = page.url();
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.href !== before);
    await approve.or(refusal).first().waitFor();
  }
  return openId(page);
}

/** Rows of the demo tenant `harbor`, as they lie in its file. */
export function inDatabase<Row>({ dataDir }: ServiceProcess, statement: string, ...values: (string | number)[]): Row[] {
  const file = new DatabaseSync(join(dataDir, 'tenants', 'harbor.sqlite'), { readOnly: true });
  try {
    // The caller names the columns, and what they hold.
    return file.prepare(statement).all(...values) as Row[];
  } finally {
    file.close();
  }
}

/** A draft as the database has it. */
export function draftRow(service: ServiceProcess, id: string): DraftRow {
  const [row] = inDatabase<DraftRow>(service, 'select * from support_draft_messages where id = ?', id);
  if (!row) throw new Error(`There is no draft ${id}.`);
  return row;
}

export const statusOf = (service: ServiceProcess, id: string) => draftRow(service, id).status;

/** Sends one request of the interface, past the page. */
export async function callApi(
  { origin }: ServiceProcess,
  token: string,
  method: string,
  path: string,
  data?: object,
): Promise<unknown> {
  const response = await fetch(`${origin}/rapi/v1${path}`, {
    method,
    headers: { 'X-Access-Token': token, 'Content-Type': 'application/vnd.api+json' },
    body: data ? JSON.stringify({ data }) : null,
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

interface Answer {
  data: { id: string };
  meta: { access_token: string };
}

/** A new draft of the agent's, whom nobody here is signed in as. Gives its id. */
export async function writeDraft(service: ServiceProcess, roomId: string, text: string): Promise<string> {
  const { token } = personOf(service, 'agent');
  const answer = await callApi(service, token, 'POST', '/support_draft_messages', {
    type: 'support_draft_messages',
    attributes: { message_content: text },
    relationships: { room: { data: { type: 'rooms', id: roomId } } },
  });
  return (answer as Answer).data.id; // As the interface documents it.
}

/** Somebody who opens the chat of the first client, in a room of their own. */
export async function arriveAsVisitor(service: ServiceProcess) {
  const login = (await callApi(service, personOf(service, 'admin').token, 'POST', '/clients/1/login')) as Answer;
  const token = login.meta.access_token;
  const { data } = (await callApi(service, token, 'GET', '/rooms')) as { data: { id: string }[] };
  const roomId = data[0]?.id ?? '';
  return {
    roomId,
    write: (content: string) =>
      callApi(service, token, 'POST', '/messages', {
        type: 'messages',
        attributes: { content },
        relationships: { room: { data: { type: 'rooms', id: roomId } } },
      }),
  };
}
