import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Combobox } from '#src/form/fields/reference-select.tsx';
import type { ComboboxItem } from '#src/ui/form/base-combobox.tsx';
import { Dialog } from '#src/ui/overlay/dialog.tsx';
import { renderUi } from '#test/src/ui/render-ui.tsx';

const rooms = ['Acme', 'Billing', 'Yamada', 'Yamamoto'].map((label, index) => ({ id: `${index + 1}`, label }));

interface PickerProps {
  items?: ComboboxItem[];
  busy?: boolean;
  onKeyDown?: () => void;
}

function Picker({ items, busy = false, onKeyDown }: PickerProps) {
  const [value, setValue] = useState<ComboboxItem | null>({ id: '1', label: 'Acme' });
  const [query, setQuery] = useState('');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the page, which must not hear the list's keys.
    <div onKeyDown={onKeyDown}>
      <Combobox
        aria-label="Room"
        items={items ?? rooms.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))}
        value={value}
        onChange={setValue}
        onQuery={setQuery}
        busy={busy}
        clearable
      />
      <button type="button">Elsewhere</button>
    </div>
  );
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Room' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const marked = () => document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.textContent;
/** Without the word joiner that Base UI appends briefly, so that a first message counts as a change. */
const said = () => screen.getByRole('status').textContent?.replaceAll('\u2060', '');
const isOpen = () => input().getAttribute('aria-expanded') === 'true';

/** Renders the picker and waits until the real field has replaced its placeholder. */
async function renderPicker(props: PickerProps = {}) {
  const rendered = renderUi(<Picker {...props} />);
  await waitFor(() => expect(input().readOnly).toBe(false));
  return rendered;
}

async function typeInstead(text: string) {
  await userEvent.clear(input());
  await userEvent.type(input(), text);
}

test('a placeholder field has the same name and value, and hands over its focus', async () => {
  renderUi(<Picker />);
  expect(input().value).toBe('Acme');
  const fallback = input();
  fallback.focus();
  await waitFor(() => expect(input()).not.toBe(fallback));
  expect(document.activeElement).toBe(input());
});

test('it shows the selection, and a click shows the options', async () => {
  await renderPicker();
  expect(input().value).toBe('Acme');
  expect(isOpen()).toBe(false);
  await userEvent.click(input());
  expect(isOpen()).toBe(true);
  expect(options()).toEqual(['Acme', 'Billing', 'Yamada', 'Yamamoto']);
  expect(within(screen.getByRole('option', { name: /Acme/ })).getByLabelText('Selected')).toBeDefined();
});

test('typing filters the list, arrows move the highlight, Enter selects', async () => {
  await renderPicker();
  await typeInstead('ya');
  expect(options()).toEqual(['Yamada', 'Yamamoto']);
  expect(marked()).toBe('Yamada');
  await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toBe('Yamamoto');
  await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toBe('Yamada');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(input().value).toBe('Yamamoto');
  await waitFor(() => expect(options()).toEqual([]));
});

test('a click on an item selects it and keeps the focus in the field', async () => {
  await renderPicker();
  await userEvent.click(input());
  await userEvent.click(screen.getByRole('option', { name: 'Billing' }));
  expect(input().value).toBe('Billing');
  expect(document.activeElement).toBe(input());
});

test('Escape only closes the list and restores the name; a second Escape is passed on', async () => {
  const heard = vi.fn();
  await renderPicker({ onKeyDown: heard });
  await typeInstead('bil');
  heard.mockClear();
  await userEvent.keyboard('{Escape}');
  expect(heard).not.toHaveBeenCalled();
  await waitFor(() => expect(input().value).toBe('Acme'));
  await userEvent.keyboard('{Escape}');
  expect(heard).toHaveBeenCalledTimes(1);
  expect(input().value).toBe('Acme');
});

test('in a dialog the list is inside it, and Escape leaves the dialog open', async () => {
  const close = vi.fn();
  renderUi(
    <Dialog title="New room" onClose={close}>
      <Picker />
    </Dialog>,
  );
  await waitFor(() => expect(input().readOnly).toBe(false));
  await typeInstead('ya');
  expect(screen.getByRole('listbox').closest('dialog')).toBe(input().closest('dialog'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(close).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(1);
});

test.each(['yama', ''])('leaving the field with “%s” in it changes nothing', async (typed) => {
  await renderPicker();
  await userEvent.clear(input());
  if (typed) await userEvent.type(input(), typed);
  await userEvent.tab();
  expect(document.activeElement).not.toBe(input());
  await waitFor(() => expect(input().value).toBe('Acme'));
  expect(options()).toEqual([]);
});

test('results of an earlier search cannot be selected for a later one', async () => {
  const { rerender } = await renderPicker({ items: rooms, busy: true });
  await typeInstead('ya');
  await userEvent.keyboard('{Enter}');
  expect(input().value).toBe('ya');
  rerender(<Picker items={rooms.slice(2)} />);
  await userEvent.keyboard('{Enter}');
  expect(input().value).toBe('Yamada');
});

test('Enter is ignored during IME composition', async () => {
  await renderPicker();
  await typeInstead('ya');
  fireEvent.keyDown(input(), { key: 'Enter', keyCode: 229, isComposing: true, which: 229 });
  expect(input().value).toBe('ya');
  expect(isOpen()).toBe(true);
});

test('it announces the search, and only afterwards an empty result', async () => {
  const { rerender } = await renderPicker({ items: [], busy: true });
  await userEvent.click(input());
  expect(said()).toBe('Searching…');
  rerender(<Picker items={[]} />);
  expect(said()).toBe('No matches');
});

test('the selection can be cleared by keyboard', async () => {
  await renderPicker();
  await userEvent.click(input());
  await userEvent.keyboard('{Escape}');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(input().value).toBe('');
  expect(document.activeElement).toBe(input());
});
