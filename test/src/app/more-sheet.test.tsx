import { screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { connection } from '#src/api/connection.ts';
import { MoreTab } from '#src/app/narrow/more-tab.tsx';
import { currentLocation } from '#src/lib/router.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { renderPage } from '../render-page.tsx';

const Tab = () => <MoreTab section={useLocation().pathname.split('/')[1]} className="" />;

async function openSheet() {
  const page = await renderPage('/review', { routes: [{ path: '*', Component: Tab }] });
  const tab = await screen.findByRole('button', { name: 'More' });
  await page.user.click(tab);
  const name = connection.get()?.name ?? '';
  return { ...page, tab, sheet: within(await screen.findByRole('dialog', { name })) };
}

test('"More" links to the pages without a tab, and is marked as current on them', async () => {
  const { user, tab, sheet } = await openSheet();
  expect(tab.getAttribute('aria-current')).toBeNull();
  await user.click(sheet.getByRole('link', { name: 'Keywords' }));
  await waitFor(() => expect(currentLocation().pathname).toBe('/keywords'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(tab.getAttribute('aria-current')).toBe('true');
});

test('"More" shows who is signed in, changes the theme, and signs out', async () => {
  const { user, sheet } = await openSheet();
  await sheet.findByText(/^Signed in as /);
  await user.click(sheet.getByRole('radio', { name: 'Dark' }));
  expect(settings.get().theme).toBe('dark');
  await user.click(sheet.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(currentLocation().pathname).toBe('/connect'));
  expect(connection.get()).toBeUndefined();
});
