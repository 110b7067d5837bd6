import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { textsOf } from './texts-of.ts';

/** Chooses a filter from the menu of the filter bar. */
export async function addFilter(user: UserEvent, name: string) {
  await user.click(await findFilterMenu());
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name }));
}

/** The button that opens the menu of the filter bar. */
export const findFilterMenu = async () =>
  within(await screen.findByRole('group', { name: 'Filters' })).findByRole('button', { name: 'Filter' });

/** The names of the filters that the menu offers. */
export async function offeredFilters(user: UserEvent) {
  await user.click(await findFilterMenu());
  const names = textsOf(within(await screen.findByRole('menu')).getAllByRole('menuitem'));
  await user.keyboard('{Escape}');
  return names;
}

/** Finds the chip of an active filter by its text, and the button that removes it. */
export async function findChip(words: string) {
  const remove = await screen.findByRole('button', { name: `Remove the filter ${words}` });
  // The chip's words come before its button.
  return { words: remove.previousElementSibling as HTMLElement, remove };
}
