import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keywordRoutes } from '#src/features/keywords/routes.ts';
import { aKeyword } from '#test/builders.ts';
import { renderPage, startService } from '../render-page.tsx';

test('lists', async () => {
  const { db } = await startService();
  await aKeyword(db, { key_name: 'refund', key_title: 'Refunds' });
  await renderPage('/keywords', { routes: keywordRoutes });
  const table = await screen.findByRole('table', { name: 'Keywords' });
  expect(await within(table).findByRole('link', { name: 'refund' })).toBeTruthy();
});
