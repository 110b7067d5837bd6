import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { keywordRoutes } from '#src/routes.tsx';
import { aKeyword } from '#test/builders.ts';
import { type PageOptions, renderPage, startService } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';

const routes = withOutbox(keywordRoutes);

/** Renders a page of the keywords. */
export const show = (path = '/keywords', options: Partial<PageOptions> = {}) =>
  renderPage(path, { routes, ...options });

/** The keywords in the table, in row order. */
export const names = () =>
  [...document.querySelectorAll('[data-row]')].map((row) => row.querySelectorAll('td')[1]?.textContent);

export const findCell = (name: string) => screen.findByRole('gridcell', { name });

/** Opens the editor of a cell, and types into it. */
export async function editCell(user: UserEvent, name: string, keys: string) {
  await user.click(await findCell(name));
  await user.keyboard(`{Enter}${keys}`);
}

/** The answer of a request that is held until the page aborts it. */
export const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** Starts the service with these keywords; `read` returns them as stored. */
export async function startWithWords(...words: [name: string, title?: string, suggestions?: string][]) {
  const service = await startService();
  for (const [key_name, key_title = null, suggestions = null] of words) {
    await aKeyword(service.db, { key_name, key_title, suggestions });
  }
  const read = () => service.db.selectFrom('master_keywords').selectAll().orderBy('id').execute();
  return { service, read };
}

/** Shows the table of these keywords. */
export async function showWords(...words: Parameters<typeof startWithWords>) {
  const made = await startWithWords(...words);
  return { ...made, ...(await show()) };
}
