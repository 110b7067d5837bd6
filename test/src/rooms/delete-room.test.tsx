import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { roomRoutes } from '#src/routes.tsx';
import { aResolvedDraft, aRoom } from '#test/builders.ts';
import { renderPage, startService } from '../render-page.tsx';

const WHY = 'Drafts in this room have a verdict. Only an admin can delete it.';

async function editRoom(role: 'admin' | 'supervisor', isDecided: boolean) {
  const { db, userIds } = await startService();
  const room = await aRoom(db);
  if (isDecided) await aResolvedDraft(db, userIds.reviewer, { room_id: room.id });
  await renderPage(`/rooms/${room.id}/edit`, { routes: roomRoutes, role });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit room' }));
  await dialog.findByRole('button', { name: /^Save/ });
  return dialog;
}

test('a supervisor is told why a room with verdicts cannot be deleted', async () => {
  const dialog = await editRoom('supervisor', true);
  expect(dialog.getByText(WHY)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull();
});

test.each([
  ['admin', true],
  ['supervisor', false],
] as const)('the role %s can delete a room (with verdicts: %s)', async (role, isDecided) => {
  const dialog = await editRoom(role, isDecided);
  expect(dialog.getByRole('button', { name: 'Delete' })).toBeTruthy();
  expect(dialog.queryByText(WHY)).toBeNull();
});
