import { expect, test } from 'vitest';
import { applySettings, defaultSettings, readSettings, settings, updateSettings } from '#src/lib/storage/settings.ts';
import { fireStorageEvent } from '../browser-events.ts';

test.each([undefined, null, 7, 'text', [], {}])('%j reads as the default settings', (value) => {
  expect(readSettings(value)).toEqual(defaultSettings);
});

test('invalid values become defaults, and valid ones beside them stay', () => {
  const read = readSettings({
    theme: 'pink',
    density: 'compact',
    shortcuts: 'yes',
    pollSeconds: 4,
    warnAfterMinutes: 7.4,
    alarmAfterMinutes: Number.NaN,
    undoSeconds: 0,
    rejectReasons: ['  short  ', '', 5, 'x'.repeat(300)],
  });
  expect(read).toEqual({
    ...defaultSettings,
    density: 'compact',
    warnAfterMinutes: 7,
    undoSeconds: 0,
    rejectReasons: ['short', 'x'.repeat(200)],
  });
});

test('a change is stored, and one out of range changes nothing', () => {
  updateSettings({ pollSeconds: 30 });
  updateSettings({ pollSeconds: 300 });
  expect(settings.get().pollSeconds).toBe(30);
  expect(readSettings(JSON.parse(localStorage.getItem('countersign.settings') ?? ''))).toEqual(settings.get());
});

test('theme and density apply to the page initially, after a change and after a change in another tab', () => {
  const stop = applySettings();
  const root = document.documentElement;
  expect(root.dataset).toMatchObject({ density: 'comfortable' });
  expect(root.dataset.theme).toBeUndefined();

  updateSettings({ theme: 'dark', density: 'compact' });
  expect(root.dataset).toMatchObject({ theme: 'dark', density: 'compact' });

  localStorage.setItem('countersign.settings', JSON.stringify({ theme: 'light' }));
  fireStorageEvent('countersign.settings');
  expect(root.dataset).toMatchObject({ theme: 'light', density: 'comfortable' });

  stop();
  updateSettings({ theme: 'dark' });
  expect(root.dataset.theme).toBe('light');
});
