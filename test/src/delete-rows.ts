import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Selects the named rows of a table and presses “Delete”. */
export async function deleteRows(user: UserEvent, ...names: string[]) {
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
}
