import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Menu, MenuItem, MenuSeparator } from '#src/ui/menu.tsx';
import { renderUi } from './render-ui.tsx';

function renderMenu() {
  const edit = vi.fn();
  const archive = vi.fn();
  renderUi(
    <Menu label="Actions" trigger="More">
      <MenuItem onClick={edit}>Edit</MenuItem>
      <MenuItem disabled onClick={archive}>
        Archive
      </MenuItem>
      <MenuSeparator />
      <MenuItem>Delete</MenuItem>
    </Menu>,
  );
  return { edit, archive, trigger: screen.getByRole('button', { name: 'More' }) };
}

const focused = () => document.activeElement?.textContent;

test('a click opens it on the first item, and Escape gives the focus back', async () => {
  const { trigger } = renderMenu();
  expect(screen.queryByRole('menuitem')).toBeNull();
  await userEvent.click(trigger);
  await screen.findByRole('menuitem', { name: 'Edit' });
  expect(trigger.getAttribute('aria-expanded')).toBe('true');
  expect(focused()).toBe('Edit');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(document.activeElement).toBe(trigger);
});

test('arrows, Home, End and letters move through the items, round and round', async () => {
  const { trigger } = renderMenu();
  trigger.focus();
  await userEvent.keyboard('{ArrowDown}');
  await screen.findByRole('menuitem', { name: 'Edit' });
  const steps = ['{ArrowDown}', '{End}', '{ArrowDown}', '{ArrowUp}', '{Home}', 'd'];
  const seen: (string | null | undefined)[] = [];
  for (const step of steps) {
    await userEvent.keyboard(step);
    seen.push(focused());
  }
  expect(seen).toEqual(['Archive', 'Delete', 'Edit', 'Delete', 'Edit', 'Delete']);
});

test('choosing closes the menu first, with the focus back on its button', async () => {
  const { trigger, edit } = renderMenu();
  edit.mockImplementation(() => expect(document.activeElement).toBe(trigger));
  await userEvent.click(trigger);
  await screen.findByRole('menuitem', { name: 'Edit' });
  await userEvent.keyboard('{Enter}');
  expect(edit).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
});

test('a page that renders anew leaves the focus where it is in the menu', async () => {
  const menu = (count: number) => (
    <Menu label="Actions" trigger={`More ${count}`}>
      <MenuItem>Edit</MenuItem>
      <MenuItem>Delete</MenuItem>
    </Menu>
  );
  const { rerender } = renderUi(menu(1));
  await userEvent.click(screen.getByRole('button', { name: 'More 1' }));
  await screen.findByRole('menuitem', { name: 'Edit' });
  await userEvent.keyboard('{ArrowDown}');
  rerender(menu(2));
  expect(focused()).toBe('Delete');
});

test('a disabled item can be read but not chosen, and leaves the menu open', async () => {
  const { trigger, archive } = renderMenu();
  await userEvent.click(trigger);
  const item = await screen.findByRole('menuitem', { name: 'Archive' });
  await userEvent.click(item);
  expect(archive).not.toHaveBeenCalled();
  expect(item.isConnected).toBe(true);
});
