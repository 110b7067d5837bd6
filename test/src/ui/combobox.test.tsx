import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Combobox } from '#src/ui/combobox.tsx';
import { renderUi } from './render-ui.tsx';

const rooms = ['Acme', 'Billing', 'Yamada', 'Yamamoto'];

function Picker({ items, busy, onKeyDown }: { items?: string[]; busy?: boolean; onKeyDown?: () => void }) {
  const [value, setValue] = useState<string | null>('Acme');
  const [query, setQuery] = useState('');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the page, which must not hear the list's keys.
    <div onKeyDown={onKeyDown}>
      <Combobox
        aria-label="Room"
        items={items ?? rooms.filter((room) => room.toLowerCase().includes(query.toLowerCase()))}
        itemKey={(room) => room}
        itemLabel={(room) => room}
        value={value}
        onChange={setValue}
        query={query}
        onQuery={setQuery}
        busy={busy ?? false}
        clearable
      />
      <button type="button">Elsewhere</button>
    </div>
  );
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Room' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const marked = () => document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.textContent;

async function typeInstead(text: string) {
  await userEvent.clear(input());
  await userEvent.type(input(), text);
}

test('it shows what is chosen, and a click shows what could be', async () => {
  renderUi(<Picker />);
  expect(input().value).toBe('Acme');
  expect(input().getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(input());
  expect(input().getAttribute('aria-expanded')).toBe('true');
  expect(options()).toEqual(rooms);
});

test('typing narrows the list, arrows move the mark, Enter picks', async () => {
  renderUi(<Picker />);
  await typeInstead('ya');
  expect(options()).toEqual(['Yamada', 'Yamamoto']);
  expect(marked()).toBe('Yamada');
  await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toBe('Yamamoto');
  await userEvent.keyboard('{ArrowDown}');
  expect(marked()).toBe('Yamada');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(input().value).toBe('Yamamoto');
  expect(options()).toEqual([]);
});

test('a click on an item picks it and leaves the focus in the field', async () => {
  renderUi(<Picker />);
  await userEvent.click(input());
  await userEvent.click(screen.getByRole('option', { name: 'Billing' }));
  expect(input().value).toBe('Billing');
  expect(document.activeElement).toBe(input());
});

test('Escape closes the list alone and brings the name back', async () => {
  const heard = vi.fn();
  renderUi(<Picker onKeyDown={heard} />);
  await typeInstead('bil');
  heard.mockClear();
  await userEvent.keyboard('{Escape}');
  expect(heard).not.toHaveBeenCalled();
  expect(input().value).toBe('Acme');
  await userEvent.keyboard('{Escape}');
  expect(heard).toHaveBeenCalledTimes(1);
});

test('leaving the field changes nothing', async () => {
  renderUi(<Picker />);
  await typeInstead('yama');
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(input().value).toBe('Acme');
  expect(options()).toEqual([]);
});

test('an answer that comes late does not move the mark to another record', async () => {
  const { rerender } = renderUi(<Picker items={['Billing', 'Yamada']} />);
  await userEvent.click(input());
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(marked()).toBe('Yamada');
  rerender(<Picker items={['Acme', 'Billing', 'Ota', 'Yamada']} />);
  expect(marked()).toBe('Yamada');
});

test('Enter belongs to an input method while it composes', async () => {
  renderUi(<Picker />);
  await typeInstead('ya');
  fireEvent.keyDown(input(), { key: 'Enter', isComposing: true });
  expect(input().value).toBe('ya');
});

test('it says that it searches, and only afterwards that there is nothing', async () => {
  const { rerender } = renderUi(<Picker items={[]} busy />);
  await userEvent.click(input());
  expect(screen.getByRole('status').textContent).toBe('Searching…');
  rerender(<Picker items={[]} />);
  expect(screen.getByRole('status').textContent).toBe('Nothing found.');
});

test('a choice can be taken back', async () => {
  renderUi(<Picker />);
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(input().value).toBe('');
  expect(document.activeElement).toBe(input());
});
