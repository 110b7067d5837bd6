import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keywordRoutes } from '#src/routes.tsx';
import { aKeyword } from '#test/builders.ts';
import { renderPage, startService } from '../render-page.tsx';

test('the bench shows which keywords match where, which are covered by others and which are unreachable', async () => {
  const { db } = await startService();
  await aKeyword(db, { key_name: 'size' });
  await aKeyword(db, { key_name: 'wrong size', key_title: 'Exchange', suggestions: '["Free", "30 days"]' });
  await aKeyword(db, { key_name: 'Wrong  Size' });
  await aKeyword(db, { key_name: 'ferry' });
  const { user } = await renderPage('/keywords/bench', { routes: keywordRoutes });
  expect(await screen.findByText('1 keyword can never match')).toBeTruthy();
  expect(screen.getByText('duplicate of the older “wrong size”')).toBeTruthy();
  expect(screen.getByText(/How the server matches keywords isn’t documented/)).toBeTruthy();

  await user.type(screen.getByRole('textbox', { name: 'Try a message' }), 'This is the WRONG size.');
  const marked = within(screen.getByRole('note')).getAllByText((_, element) => element?.tagName === 'MARK');
  expect(marked.map((mark) => mark.textContent)).toEqual(['WRONG size']);
  const matches = screen.getByRole('region', { name: '1 keyword matches' });
  expect(within(matches).getByText('Exchange')).toBeTruthy();
  expect(within(matches).getByText('30 days')).toBeTruthy();
  const overlaps = screen.getByRole('region', { name: 'Overlapped by other matches' });
  expect(within(overlaps).getByText('“size” is part of “wrong size”')).toBeTruthy();
});

test('the message survives a visit to a matching keyword, and a reload', async () => {
  const { db } = await startService();
  await aKeyword(db, { key_name: 'refund' });
  const open = () => renderPage('/keywords/bench', { routes: keywordRoutes });
  const { user, unmount } = await open();
  await user.type(await screen.findByRole('textbox', { name: 'Try a message' }), 'My refund?');
  await user.click(await screen.findByRole('link', { name: 'refund' }));
  expect(await screen.findByRole('dialog', { name: 'Keyword' })).toBeTruthy();
  history.back();
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Try a message' });
  expect((await field()).value).toBe('My refund?');
  unmount();

  await open();
  expect((await field()).value).toBe('My refund?');
  expect(await screen.findByRole('region', { name: '1 keyword matches' })).toBeTruthy();
});
