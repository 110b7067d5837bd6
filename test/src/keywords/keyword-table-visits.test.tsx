import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
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
