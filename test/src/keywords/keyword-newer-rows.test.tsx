import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { navigate } from '#src/lib/router.ts';
import { answering } from '../answering.ts';
import { editCell, findCell, show, startWithWords } from './keyword-page.tsx';

const reload = () => act(() => queryClient.refetchQueries());

/** Fails to save a title, as the server is out of reach until `reach`. */
async function failToSave() {
  const { service, read } = await startWithWords(['refund', 'Refunds', 'Five days']);
  let isOffline = true;
  const page = await show('/keywords', {
    wrapFetch: answering((_, { method }) => isOffline && method === 'PUT' && Promise.reject(new TypeError('network'))),
  });
  await editCell(page.user, 'Refunds', 'Mine{Enter}');
  await screen.findByText(/^Can’t reach harbor.test/);
  const reach = () => {
    isOffline = false;
  };
  return { ...page, service, read, reach };
}

test('an unsaved edit shows and keeps what its own user has saved of other columns since', async () => {
  const { user, read, reach } = await failToSave();
  reach();
  await act(() => navigate('/keywords/1'));
  await user.type(await screen.findByRole('textbox', { name: 'Suggestions' }), ' at most');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const suggestions = await findCell('Five days at most');
  expect(suggestions.className).not.toContain('bg-warn-soft');
  expect((await findCell('Mine')).className).toContain('bg-warn-soft');
  await user.click(screen.getByRole('button', { name: 'Save again' }));
  await waitFor(async () =>
    expect((await read())[0]).toMatchObject({ key_title: 'Mine', suggestions: 'Five days at most' }),
  );
  expect(screen.queryByText(/Someone else has saved/)).toBeNull();
});

test('an edit restored by a later visit keeps newer texts of other columns', async () => {
  const { service, read, unmount } = await failToSave();
  unmount();
  queryClient.clear();
  await service.update('master_keywords', '1', { suggestions: 'Ten days' });
  const { user } = await show('/keywords');
  expect((await findCell('Ten days')).className).not.toContain('bg-warn-soft');
  expect(await findCell('Mine')).toBeTruthy();
  // A column edited since is based on what it shows.
  await editCell(user, 'Ten days', 'Ten days at most{Enter}');
  await waitFor(async () =>
    expect((await read())[0]).toMatchObject({ key_title: 'Mine', suggestions: 'Ten days at most' }),
  );
  expect(screen.queryByText(/Someone else has saved/)).toBeNull();
});

test('a newer text of the edited column is a conflict, which names the other columns as they are', async () => {
  const { user, service, reach } = await failToSave();
  await service.update('master_keywords', '1', { key_title: 'Theirs', suggestions: 'Ten days' });
  await reload();
  expect((await findCell('Ten days')).className).not.toContain('bg-warn-soft');
  reach();
  await user.click(screen.getByRole('button', { name: 'Save again' }));
  expect(await screen.findByText(/Title: Theirs.*Suggestions: Ten days/)).toBeTruthy();
});
