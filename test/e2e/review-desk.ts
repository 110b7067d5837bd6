import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import type { DraftRow } from '#server/db/tables.ts';
import { personOf, type ServiceProcess } from '../service-process.ts';

export const outbox = (page: Page) => page.getByRole('region', { name: 'Outbox' });

/** No decision is pending, neither in storage nor on the page, which renders a frame later. */
export async function outboxIsEmpty(page: Page): Promise<void> {
  const kept = () => page.evaluate(() => localStorage.getItem('countersign.outbox'));
  await expect.poll(kept).toBeNull();
  await expect(outbox(page)).toBeHidden();
}

export const queue = (page: Page) => page.getByRole('region', { name: 'Review queue' });
export const lines = (page: Page) => queue(page).getByRole('listitem');
export const chosen = (page: Page) => page.getByRole('region', { name: 'Chosen draft' });
export const draftText = (page: Page) => chosen(page).getByRole('article', { name: 'Draft' }).locator('p').first();

/** Length of the queue. A long list is virtualized: only rows near the viewport are in the DOM, with `aria-setsize`. */
export const queueLength = async (page: Page) =>
  Number((await lines(page).first().getAttribute('aria-setsize')) ?? (await lines(page).count()));

/** Stores settings in this browser before the next page load. */
export const keepSettings = (page: Page, settings: Record<string, unknown>) =>
  page.addInitScript((text) => localStorage.setItem('countersign.settings', text), JSON.stringify(settings));

/** The id in the address of an open draft. */
export const openId = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** Opens the first draft of the queue that this user may decide on; returns its id. */
export async function openFirst(page: Page): Promise<string> {
  await lines(page).first().getByRole('link').click();
  await page.waitForURL(/\/review\/\d+/);
  return skipOwn(page);
}

/** Skips drafts that this user may not decide on; returns the id of the open draft. */
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

/** Rows of the demo tenant `harbor`, read from its database file. */
export function inDatabase<Row>({ dataDir }: ServiceProcess, statement: string, ...values: (string | number)[]): Row[] {
  const file = new DatabaseSync(join(dataDir, 'tenants', 'harbor.sqlite'), { readOnly: true });
  try {
    // The caller names the columns and their types.
    return file.prepare(statement).all(...values) as Row[];
  } finally {
    file.close();
  }
}

/** A draft as stored in the database. */
export function draftRow(service: ServiceProcess, id: string): DraftRow {
  const [row] = inDatabase<DraftRow>(service, 'select * from support_draft_messages where id = ?', id);
  if (!row) throw new Error(`There is no draft ${id}.`);
  return row;
}

export const statusOf = (service: ServiceProcess, id: string) => draftRow(service, id).status;

/** Sends a request to the API, past the page. */
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

/** Creates a draft by the agent, whom no test here signs in as; returns its id. */
export async function writeDraft(service: ServiceProcess, roomId: string, text: string): Promise<string> {
  const { token } = personOf(service, 'agent');
  const answer = await callApi(service, token, 'POST', '/support_draft_messages', {
    type: 'support_draft_messages',
    attributes: { message_content: text },
    relationships: { room: { data: { type: 'rooms', id: roomId } } },
  });
  return (answer as Answer).data.id; // The documented response shape.
}

/** A visitor who opens the chat of the first client, in a room of their own. */
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
