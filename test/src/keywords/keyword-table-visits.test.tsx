import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Suspense, use } from 'react';
import { expect, test } from 'vitest';
import { connection } from '#src/api/connection.ts';
import { queryClient } from '#src/api/query-client.ts';
import { useRowEdits } from '#src/features/keyword-grid/use-row-edits.ts';
import { DRAFT_PREFIX } from '#src/form/draft/draft-storage.ts';
import { delay } from '#src/lib/delay.ts';
import { navigate } from '#src/lib/router.ts';
import { answering, refusal } from '#test/src/answering.ts';
import { findToast } from '../render-page.tsx';
import { editCell, findCell, show, startWithWords } from './keyword-page.tsx';

test.each([
  ['', () => undefined],
  [', refused', () => refusal(403, { title: 'Forbidden' })],
])('a late answer%s to an earlier visit of the table leaves what was typed since stored', async (_, answerOf) => {
  const { read } = await startWithWords(['refund', 'Refunds'], ['parcel', 'Parcels']);
  const held = Promise.withResolvers<Response | undefined>();
  const { user, unmount } = await show('/keywords', {
    wrapFetch: answering((_, { method }) => method === 'PUT' && held.promise),
  });
  await editCell(user, 'Refunds', 'Money back{Enter}');
  await act(() => navigate('/elsewhere'));
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  await act(() => navigate('/keywords'));
  await editCell(user, 'Parcels', 'Where it is');
  const stored = () => Object.entries(localStorage).find(([key]) => key.endsWith('master_keywords.table'))?.[1];
  await waitFor(() => expect(stored()).toContain('Where it is'));
  const answer = answerOf();
  held.resolve(answer);
  if (answer) await findToast('Couldn’t save “refund”');
  else await waitFor(async () => expect((await read())[0]).toMatchObject({ key_title: 'Money back' }));
  await delay(500);
  expect(stored()).toContain('Where it is');
  unmount();
  await show();
  expect(await findCell('Where it is')).toBeTruthy();
});

test('edits of other tabs become this one’s once the table is shown, not while React prepares it', async () => {
  await startWithWords(['refund', 'Refunds']);
  (await show('/elsewhere')).unmount();
  const key = `${DRAFT_PREFIX}${connection.get()?.key}.master_keywords.table`;
  const texts = (key_title: string) => ({ key_name: 'refund', key_title, suggestions: '' });
  const edits = { 1: { values: texts('Money back'), before: texts('Refunds'), version: '1' } };
  localStorage.setItem(`${key}~others`, JSON.stringify([JSON.stringify(edits)]));
  const stored = { ...localStorage };
  const never = new Promise<never>(() => undefined);
  function Unshown() {
    useRowEdits([], () => undefined);
    return use(never);
  }
  const prepared = await act(async () =>
    render(
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Unshown />
        </Suspense>
      </QueryClientProvider>,
    ),
  );
  expect({ ...localStorage }).toEqual(stored);
  prepared.unmount();

  const { unmount } = await show();
  expect(await findCell('Money back')).toBeTruthy();
  await screen.findByText('1 row has unsaved changes');
  unmount();
  expect(localStorage.getItem(`${key}~others`)).toBeNull();
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({ 1: { values: { key_title: 'Money back' } } });
});
