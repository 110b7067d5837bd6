import { afterEach, expect, test } from 'vitest';
import { applySettings, defaultSettings, readSettings, settings, updateSettings } from '#src/lib/settings.ts';

afterEach(() => {
  localStorage.clear();
  settings.set(defaultSettings);
});

test.each([undefined, null, 7, 'text', [], {}])('%j reads as the usual settings', (rubbish) => {
  expect(readSettings(rubbish)).toEqual(defaultSettings);
});

test('what is wrong takes the usual value, and what is right beside it stays', () => {
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

test('a change is kept, and one out of range changes nothing', () => {
  updateSettings({ pollSeconds: 30 });
  updateSettings({ pollSeconds: 300 });
  expect(settings.get().pollSeconds).toBe(30);
  expect(readSettings(JSON.parse(localStorage.getItem('countersign.settings') ?? ''))).toEqual(settings.get());
});

test('theme and density are on the page, now and after a change, and also a change of another tab', () => {
  const stop = applySettings();
  const root = document.documentElement;
  expect(root.dataset).toMatchObject({ density: 'comfortable' });
  expect(root.dataset.theme).toBeUndefined();

  updateSettings({ theme: 'dark', density: 'compact' });
  expect(root.dataset).toMatchObject({ theme: 'dark', density: 'compact' });

  localStorage.setItem('countersign.settings', JSON.stringify({ theme: 'light' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'countersign.settings' }));
  expect(root.dataset).toMatchObject({ theme: 'light', density: 'comfortable' });

  stop();
  updateSettings({ theme: 'dark' });
  expect(root.dataset.theme).toBe('light');
});
