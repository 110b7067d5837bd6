import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { renderUi } from '#test/src/ui/render-ui.tsx';

afterEach(() => updateSettings({ shortcuts: true }));

test('a button shows its shortcut and exposes it to assistive technology', () => {
  renderUi(<Button shortcut="Mod+Enter">Send</Button>);
  const button = screen.getByRole('button', { name: /^Send/ });
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+Enter');
  expect(button.textContent).toBe('SendCtrl↵');
});

test('with single-key shortcuts switched off, buttons show only key combinations', () => {
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

test('a busy button keeps its name and focus, and does nothing', async () => {
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

test('a button disabled while focused keeps the focus, and does nothing', async () => {
  const up = vi.fn();
  const buttons = (isFirst: boolean) => (
    <>
      <Button onClick={up} disabled={isFirst}>
        Save
      </Button>
      <IconButton label="Up" onClick={up} disabled={isFirst}>
        <svg aria-hidden="true" />
      </IconButton>
    </>
  );
  const { rerender } = renderUi(buttons(false));
  for (const name of ['Save', 'Up']) {
    up.mockClear();
    rerender(buttons(false));
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    await userEvent.click(button);
    rerender(buttons(true));
    await userEvent.keyboard('{Enter} ');
    expect(up).toHaveBeenCalledTimes(1);
    expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    expect(document.activeElement).toBe(button);
  }
});

test.each(['busy', 'disabled'] as const)('a submit button that is %s does not submit', async (state) => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
  renderUi(
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" {...{ [state]: true }}>
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.type(screen.getByRole('textbox'), '{Enter}');
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
