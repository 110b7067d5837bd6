import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Combobox } from '#src/form/fields/reference-select.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input, Select } from '#src/ui/form/input.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { Switch } from '#src/ui/form/switch.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { renderUi } from '#test/src/ui/render-ui.tsx';

const picker = <Combobox items={[]} value={null} onChange={() => {}} onQuery={() => {}} />;

test.each<[string, ReactNode]>([
  ['an input', <Input key="i" />],
  ['a textarea', <Textarea key="t" />],
  ['a select', <Select key="s" />],
  ['a picker', picker],
])('a field gives %s its label, hint and error', (_, control) => {
  renderUi(
    <Field label="Title" hint="Shown in the list." error="can't be blank" required>
      {control}
    </Field>,
  );
  const element = screen.getByLabelText(/^Title/);
  expect(describedBy(element)).toEqual(['Shown in the list.', "can't be blank"]);
  expect(element.getAttribute('aria-invalid')).toBe('true');
  expect(element.hasAttribute('required')).toBe(true);
});

test('without hint and error there is no description and no invalid state', () => {
  renderUi(
    <Field label="Title">
      <Input />
    </Field>,
  );
  const input = screen.getByLabelText('Title');
  expect(input.hasAttribute('aria-describedby')).toBe(false);
  expect(input.hasAttribute('aria-invalid')).toBe(false);
});

test('a checkbox can be indeterminate', () => {
  renderUi(<Checkbox aria-label="Select all" mixed />);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' }).indeterminate).toBe(true);
});

test('a switch is toggled by its label', async () => {
  renderUi(<Switch label="Sound" hint="When a room starts to wait." />);
  await userEvent.click(screen.getByText('Sound'));
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true);
});

test('a segmented control is a group of radio buttons', async () => {
  const chosen: string[] = [];
  const segments = [
    { value: 'light', label: 'Light' },
    { value: 'dark', label: 'Dark' },
  ] as const;
  renderUi(
    <SegmentedControl label="Theme" value="light" segments={segments} onChange={(value) => chosen.push(value)} />,
  );
  expect(screen.getByRole('group', { name: 'Theme' })).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(chosen).toEqual(['dark']);
});

function describedBy(element: Element): string[] {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '');
}
