import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Dialog } from '#src/ui/overlay/dialog.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { renderUi } from '#test/src/ui/render-ui.tsx';

const edit = vi.fn();
const entries = [
  { words: 'Edit', onChoose: edit },
  { words: 'Archive', onChoose: () => {} },
  { words: 'Delete', onChoose: () => {} },
];
const menu = <Menu trigger="More" entries={entries} />;

const button = () => screen.getByRole('button', { name: 'More' });
const focused = () => document.activeElement?.textContent;

test('a click opens it, and Escape restores the focus', async () => {
  renderUi(menu);
  expect(screen.queryByRole('menuitem')).toBeNull();
  await userEvent.click(button());
  await screen.findByRole('menuitem', { name: 'Edit' });
  expect(button().getAttribute('aria-expanded')).toBe('true');
  await waitFor(() => expect(focused()).toBe('Edit'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(document.activeElement).toBe(button());
});

test('arrows, Home, End and letters move through the items and wrap around', async () => {
  renderUi(menu);
  button().focus();
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(focused()).toBe('Edit'));
  const steps = [
    ['{ArrowDown}', 'Archive'],
    ['{End}', 'Delete'],
    ['{ArrowDown}', 'Edit'],
    ['{ArrowUp}', 'Delete'],
    ['{Home}', 'Edit'],
    ['d', 'Delete'],
  ] as const;
  for (const [key, words] of steps) {
    await userEvent.keyboard(key);
    await waitFor(() => expect(focused()).toBe(words));
  }
});

test('choosing closes the menu and focuses its button', async () => {
  renderUi(menu);
  button().focus();
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(focused()).toBe('Edit'));
  await userEvent.keyboard('{Enter}');
  expect(edit).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(document.activeElement).toBe(button());
});

test('Tab closes it', async () => {
  renderUi(
    <>
      {menu}
      <button type="button">Next</button>
    </>,
  );
  await userEvent.click(button());
  await screen.findByRole('menuitem', { name: 'Edit' });
  await userEvent.tab();
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
});

test('in a dialog the list is inside it, and Escape leaves the dialog open', async () => {
  const close = vi.fn();
  renderUi(
    <Dialog title="Client" onClose={close}>
      {menu}
    </Dialog>,
  );
  await userEvent.click(button());
  await screen.findByRole('menuitem', { name: 'Edit' });
  expect(screen.getByRole('menu').closest('dialog')).toBe(button().closest('dialog'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  expect(close).not.toHaveBeenCalled();
});
