import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { updateSettings } from '#src/lib/settings.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { renderUi } from './render-ui.tsx';

afterEach(() => updateSettings({ shortcuts: true }));

test('a button prints its key and tells it to assistive technology', () => {
  renderUi(<Button shortcut="Mod+Enter">Send</Button>);
  const button = screen.getByRole('button', { name: /^Send/ });
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+Enter');
  expect(button.textContent).toBe('SendCtrl↵');
});

test('with single keys switched off, no button promises one, but combinations stay', () => {
  updateSettings({ shortcuts: false });
  renderUi(
    <>
      <Button shortcut="a">Approve</Button>
      <Button shortcut="Mod+Enter">Send</Button>
    </>,
  );
  const approve = screen.getByRole('button', { name: 'Approve' });
  expect(approve.hasAttribute('aria-keyshortcuts')).toBe(false);
  expect(screen.getByText('Ctrl')).toBeDefined();
});

test('a busy button keeps its name and the focus, and does nothing', async () => {
  const save = vi.fn();
  const { rerender } = renderUi(<Button onClick={save}>Save</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  rerender(
    <Button onClick={save} busy>
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(button);
  await userEvent.keyboard('{Enter}');
  expect(save).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
});

test('a busy submit button sends no form', async () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
  renderUi(
    <form onSubmit={submit}>
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(submit).not.toHaveBeenCalled();
});

test('an icon button is named by its label', () => {
  renderUi(
    <IconButton label="Delete" shortcut="d">
      <svg aria-hidden="true" />
    </IconButton>,
  );
  const button = screen.getByRole('button', { name: 'Delete' });
  expect(button.getAttribute('aria-keyshortcuts')).toBe('d');
});
