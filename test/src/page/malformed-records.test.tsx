import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { keywordRoutes, suggestionRoutes } from '#src/routes.tsx';
import { aKeyword, aSuggestion } from '#test/builders.ts';
import { answering } from '#test/src/answering.ts';
import { renderPage, startService } from '../render-page.tsx';
import { documentsWithoutRecords, malformedResponses } from './fuzz.ts';

// Retries are tested elsewhere.
beforeAll(() =>
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } }),
);

/** Markup, code and JavaScript literals that users must never see. */
const UNREADABLE = /[<>{}]|\[object|undefined|null|NaN|TypeError|toString/;

const reads = { ...malformedResponses, ...documentsWithoutRecords };

test(`a list explains ${Object.keys(reads).length} kinds of malformed responses in one message each`, async () => {
  const { db } = await startService();
  await aSuggestion(db);
  let instead: (() => Response) | undefined = Object.values(reads)[0];
  const { user } = await renderPage('/suggestions', {
    routes: suggestionRoutes,
    wrapFetch: answering(() => instead?.()),
  });
  await screen.findByRole('alert');
  for (const [name, answer] of Object.entries(reads)) {
    instead = answer;
    await queryClient.resetQueries();
    const [alert, ...others] = await screen.findAllByRole('alert');
    expect(others, name).toEqual([]);
    const [what, ...words] = [...(alert?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent);
    expect(what, name).toMatch(/^\S.{20,}\.$/);
    expect(alert?.textContent, name).not.toMatch(UNREADABLE);
    expect(words.length, name).toBeLessThan(4);
  }
  instead = undefined;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  // The table is rendered before its rows.
  await screen.findByRole('checkbox', { name: /^Select Suggestion/ });
  for (const [name, answer] of Object.entries(reads)) {
    instead = answer;
    await queryClient.invalidateQueries();
    expect(await screen.findByText(/Showing data as of/), name).toBeTruthy();
    expect(screen.getAllByRole('row'), name).toHaveLength(2);
    expect(screen.getByRole('main').textContent, name).not.toMatch(UNREADABLE);
    instead = undefined;
    await queryClient.invalidateQueries();
    await waitFor(() => expect(screen.queryByText(/Showing data as of/)).toBeNull());
  }
});

test(`a form keeps its input through ${Object.keys(reads).length} kinds of malformed responses, each sent once`, async () => {
  const { db } = await startService();
  await aKeyword(db, { key_name: 'refund', key_title: 'Refunds' });
  let instead: (() => Response) | undefined;
  let sent = 0;
  const { user } = await renderPage('/keywords/1', {
    routes: keywordRoutes,
    wrapFetch: answering((_, { method }) => {
      if (method !== 'PUT' || !instead) return false;
      sent++;
      return instead();
    }),
  });
  const form = within(await screen.findByRole('dialog'));
  const title = await form.findByRole<HTMLInputElement>('textbox', { name: /^Title/ });
  const save = form.getByRole('button', { name: /^Save/ });
  await user.type(title, ' and more');
  for (const [name, answer] of Object.entries(reads)) {
    instead = answer;
    sent = 0;
    fireEvent.click(save);
    await waitFor(() => expect(save.getAttribute('aria-busy'), name).toBe('true'));
    await waitFor(() => expect(save.getAttribute('aria-busy'), name).toBeNull());
    const alert = await form.findByRole('alert');
    expect(alert.textContent, name).toMatch(/Your changes are still here/);
    expect(alert.textContent, name).not.toMatch(UNREADABLE);
    expect(title.value, name).toBe('Refunds and more');
    expect(sent, name).toBe(1);
  }
  instead = undefined;
  fireEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const row = await db.selectFrom('master_keywords').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ key_title: 'Refunds and more', version: 2 });
});
