import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { newSavedConnection, savedConnections, updateSavedConnections } from '#src/api/sign-in/connection-store.ts';
import { RemoveConnection } from '#src/features/connections/remove-connection.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Dialog, DialogBody, DialogFooter } from '#src/ui/overlay/dialog.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { renderUi } from '#test/src/ui/render-ui.tsx';

function Page({ autoFocus = false, opener = true }: { autoFocus?: boolean; opener?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      {(opener || !isOpen) && (
        <button type="button" onClick={() => setOpen(true)}>
          New client
        </button>
      )}
      {isOpen && (
        <Dialog title="New client" description="A chat widget." onClose={() => setOpen(false)}>
          <DialogBody>
            <Input aria-label="Title" />
            <Input aria-label="Code" autoFocus={autoFocus} />
          </DialogBody>
          <DialogFooter>
            <button type="button">Create</button>
          </DialogFooter>
        </Dialog>
      )}
    </main>
  );
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'New client' }));

test('a dialog has a name and a description, and focuses its first field', async () => {
  renderUi(<Page />);
  await open();
  const dialog = screen.getByRole('dialog', { name: 'New client' });
  const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('A chat widget.');
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
});

test('a field with autoFocus takes precedence over the first', async () => {
  renderUi(<Page autoFocus />);
  await open();
  expect(document.activeElement).toBe(screen.getByLabelText('Code'));
});

test.each(['{Escape}', 'cross'])('%s closes it and restores the focus', async (way) => {
  renderUi(<Page />);
  await open();
  if (way === 'cross') await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  else await userEvent.keyboard(way);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New client' }));
});

test('if the opener is gone, the page takes the focus', async () => {
  renderUi(<Page opener={false} />);
  await open();
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the owner may refuse to close, even if the browser closes it', async () => {
  const refuse = vi.fn();
  renderUi(
    <Dialog title="Unsaved" onClose={refuse}>
      <DialogBody>Text</DialogBody>
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  await userEvent.keyboard('{Escape}');
  dialog.close();
  await waitFor(() => expect(refuse).toHaveBeenCalledTimes(2));
  expect(dialog.open).toBe(true);
});

test('cancelling a file picker does not close the dialog around it', () => {
  const close = vi.fn();
  renderUi(
    <Dialog title="Import" onClose={close}>
      <input type="file" aria-label="File" />
    </Dialog>,
  );
  fireEvent(screen.getByLabelText('File'), new Event('cancel', { bubbles: true }));
  expect(close).not.toHaveBeenCalled();
});

test('notifications are announced inside the dialog, since the page behind it is inert', async () => {
  renderUi(<Page />);
  await open();
  act(() => void showToast({ text: 'Client saved' }));
  const dialog = screen.getByRole('dialog');
  const told = [...dialog.querySelectorAll('[aria-live]')].map((region) => region.textContent);
  expect(told).toContain('Client saved');
});

test('a confirmation starts on Cancel, and acts once confirmed', async () => {
  const saved = newSavedConnection('https://chat.example');
  updateSavedConnections(() => [saved]);
  renderUi(<RemoveConnection saved={saved} onClose={() => {}} />);
  expect(screen.getByRole('alertdialog', { name: 'Remove chat.example?' })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  expect(savedConnections.get()).toEqual([saved]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(savedConnections.get()).toEqual([]));
});

test('if the focused control is removed, the dialog takes the focus', async () => {
  const steps = (isOver: boolean) => (
    <Dialog title="Import" onClose={() => {}}>
      <DialogBody>{isOver ? 'Three lines are in.' : <button type="button">Pause</button>}</DialogBody>
    </Dialog>
  );
  const { rerender } = renderUi(steps(false));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pause' }));
  rerender(steps(true));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Import' })));
});
