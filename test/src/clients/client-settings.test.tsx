import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { readMembers, writeMember } from '#src/features/client-settings/json-members.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { clientRoutes } from '#src/routes.tsx';
import { aClient } from '#test/builders.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';
import { codeOf, writeCode } from './code-fields.ts';

beforeEach(() => updateSettings({ undoSeconds: 0 }));

const stored = {
  accent_color: '#d9480f',
  position: 'bottom-end',
  locales: ['en', 'de'],
  allowed_origins: ['https://tidewater.example'],
  office_hours: { time_zone: 'Europe/Lisbon', weekdays: '08:00-20:00', sunday: null, note: 'by tide' },
  bots: { enabled: true },
  limit: 7,
};

async function showSettings(settings: unknown = stored) {
  const { db } = await startService();
  await aClient(db, { title: 'Tidewater', settings: JSON.stringify(settings) });
  const page = await renderPage('/clients/1?part=settings', { routes: withOutbox(clientRoutes) });
  await screen.findByRole('group', { name: 'Edit settings as' });
  const saved = async () => (await page.service.send('GET', '/clients/1')).record.attributes?.settings;
  return { ...page, saved, save: () => page.user.click(screen.getByRole('button', { name: /^Save/ })) };
}

const tab = (name: RegExp) =>
  within(screen.getByRole('navigation', { name: 'Client sections' })).getByRole('link', { name });

test('known settings are fields, and only what was changed is written', async () => {
  const { user, save, saved } = await showSettings();
  const colour = screen.getByRole('textbox', { name: 'Accent colour' });
  await user.clear(colour);
  await user.type(colour, '#1d5d73');
  await user.click(screen.getByRole('radio', { name: 'Full screen' }));
  await user.click(screen.getByRole('button', { name: 'Remove German' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Languages' }), 'French');
  await user.click(screen.getByRole('button', { name: 'Add origin' }));
  await user.keyboard('https://saltbox.example/');
  const sunday = within(screen.getByRole('group', { name: 'Sunday' }));
  await user.click(sunday.getByRole('checkbox', { name: 'Sunday' }));
  await user.clear(sunday.getByLabelText('To'));
  await user.type(sunday.getByLabelText('To'), '13:00');
  await user.click(screen.getByRole('button', { name: 'Set each weekday' }));
  await user.click(screen.getByRole('checkbox', { name: 'Wednesday' }));
  expect(screen.getByText(/bots/)).toBeTruthy();
  await save();
  await findToast('Saved “Tidewater”');
  expect(await saved()).toEqual({
    ...stored,
    accent_color: '#1d5d73',
    position: 'fullscreen',
    locales: ['en', 'fr'],
    allowed_origins: ['https://tidewater.example', 'https://saltbox.example'],
    office_hours: { ...stored.office_hours, sunday: '09:00-13:00', wednesday: null },
  });
});

test('form and JSON are two views of one value', async () => {
  const { user } = await showSettings({ position: 'inline' });
  await user.click(screen.getByRole('radio', { name: 'Bottom left' }));
  expect(await codeOf('Settings as JSON')).toContain('"position": "bottom-start"');
  await user.click(screen.getByRole('radio', { name: 'JSON' }));
  await writeCode('Settings as JSON', '{ "position": "fullscreen", "allowed_origins": ["app://lumen"] }');
  await user.click(screen.getByRole('radio', { name: 'Form' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Full screen' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Origin 1' }).value).toBe('app://lumen');
});

test('a setting can be added and removed again, and the focus follows it', async () => {
  const { user } = await showSettings({ limit: 7 });
  await user.click(screen.getByRole('button', { name: 'Position' }));
  expect(document.activeElement?.closest('fieldset')).toBe(screen.getByRole('group', { name: 'Position' }));
  await user.click(screen.getByRole('button', { name: 'Remove Position' }));
  expect(JSON.parse(await codeOf('Settings as JSON'))).toEqual({ limit: 7 });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Position' }));
});

test('an invalid origin is marked at its field, on the tab and at the button, and nothing is sent', async () => {
  const { user, save, requests, saved } = await showSettings();
  const origin = screen.getByRole('textbox', { name: 'Origin 1' });
  await user.type(origin, '/shop');
  await save();
  expect(await screen.findByText('An origin has no path. Use https://tidewater.example')).toBeTruthy();
  expect(tab(/^Settings.*Error/)).toBeTruthy();
  await user.click(tab(/^HTML/));
  await user.click(screen.getByRole('button', { name: '1 error' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Origin 1' })));
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(0);
  await user.clear(screen.getByRole('textbox', { name: 'Origin 1' }));
  await user.type(screen.getByRole('textbox', { name: 'Origin 1' }), 'https://shop.example');
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 error' })).toBeNull());
  await save();
  await findToast('Saved “Tidewater”');
  expect(await saved()).toMatchObject({ allowed_origins: ['https://shop.example'] });
});

test('errors are marked when a field is left, and named in the JSON view', async () => {
  const { user } = await showSettings();
  const colour = screen.getByRole('textbox', { name: 'Accent colour' });
  await user.type(colour, '0');
  expect(screen.queryByText(/Enter a hex colour/)).toBeNull();
  await user.tab();
  expect(await screen.findByText('Enter a hex colour such as #1d5d73.')).toBeTruthy();
  expect(colour.getAttribute('aria-invalid')).toBe('true');
  expect(tab(/^Settings.*Error/)).toBeTruthy();
  const monday = within(screen.getByRole('group', { name: 'Monday to Friday' }));
  await user.clear(monday.getByLabelText('To'));
  expect(await monday.findByText('Enter both times.')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'JSON' }));
  const named = 'Accent colour: Enter a hex colour such as #1d5d73. Office hours: Enter both times.';
  expect(screen.getAllByText(named).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('radio', { name: 'Form' }));
  await user.clear(screen.getByRole('textbox', { name: 'Accent colour' }));
  await user.type(screen.getByRole('textbox', { name: 'Accent colour' }), '#123');
  await waitFor(() => expect(screen.queryByText(/Enter a hex colour/)).toBeNull());
  expect(monday.getByText('Enter both times.')).toBeTruthy();
});

test('an invalid value from before does not block saving the rest', async () => {
  const { user, save, saved } = await showSettings({ ...stored, accent_color: 'tomato' });
  await user.click(screen.getByRole('radio', { name: 'In the page' }));
  await save();
  await findToast('Saved “Tidewater”');
  expect(await saved()).toEqual({ ...stored, accent_color: 'tomato', position: 'inline' });
});

test('while what is typed is no number, the one from before counts, as it was spelled', async () => {
  const { user, save, saved } = await showSettings({ limit: 7 });
  await user.click(screen.getByRole('radio', { name: 'JSON' }));
  await writeCode('Settings as JSON', '{ "limit": 3e1, "title": "" }');
  await user.click(screen.getByRole('radio', { name: 'Form' }));
  const limit = screen.getByRole<HTMLInputElement>('textbox', { name: 'Limit' });
  await user.clear(limit);
  await user.type(limit, '1,500');
  expect(await codeOf('Settings as JSON')).toBe('{ "limit": 3e1, "title": "" }');
  await save();
  await findToast('Saved “Tidewater”');
  expect(await saved()).toEqual({ limit: 30, title: '' });
  expect(limit.value).toBe('1,500');
  expect(limit.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Enter a number to replace the current value.')).toBeTruthy();
  await user.clear(limit);
  await user.type(limit, '1500');
  expect(JSON.parse(await codeOf('Settings as JSON'))).toEqual({ limit: 1500, title: '' });
});

test('invalid JSON is kept and marks its tab when the editor is left', async () => {
  const { user } = await showSettings();
  await user.click(screen.getByRole('radio', { name: 'JSON' }));
  await writeCode('Settings as JSON', '{ "a": ');
  await waitFor(() => expect(tab(/^Settings.*Error/)).toBeTruthy());
  await writeCode('Settings as JSON', '{ "a": 1 }');
  await waitFor(() => expect(tab(/^Settings/).textContent).not.toContain('Error'));
});

describe('writing a member of a JSON text', () => {
  test.each([
    ['{"a": 1, "b": 12345678901234567890}', ['a'], 2, '{"a": 2, "b": 12345678901234567890}'],
    ['{\n  "a": 1\n}', ['b'], [1], '{\n  "a": 1,\n  "b": [\n    1\n  ]\n}'],
    ['{"a": 1}', ['b'], 2, '{"a": 1, "b": 2}'],
    ['{\n  "a": {\n    "c": 1e3\n  }\n}', ['a', 'b'], 2, '{\n  "a": {\n    "c": 1e3,\n    "b": 2\n  }\n}'],
    ['', ['a', 'b'], 1, '{\n  "a": {\n    "b": 1\n  }\n}'],
    ['{"a": 1, "a": 2}', ['a'], 3, '{"a": 1, "a": 3}'],
    ['{"a": 1, "b": 2}', ['a'], undefined, '{ "b": 2}'],
    ['{"a": 1, "b": 2}', ['b'], undefined, '{"a": 1}'],
    ['{\n  "a": 1\n}', ['a'], undefined, '{}'],
    ['{"a": 1}', ['c'], undefined, '{"a": 1}'],
    ['{"a": 1}', ['c', 'd'], undefined, '{"a": 1}'],
  ] as const)('%j at %j', (text, [first, ...rest], value, written) => {
    expect(writeMember(text, [first, ...rest], value)).toBe(written);
    expect(readMembers(written)).toBeDefined();
  });
});
