import { i18n } from '@lingui/core';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultSettings, settings, updateSettings } from '#src/lib/storage/settings.ts';
import { applyLanguage } from '#src/locales/language.ts';
import { settingsRoutes } from '#src/routes.tsx';
import { renderPage } from '../render-page.tsx';

const root = document.documentElement;

function browserSpeaks(...languages: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
}

beforeEach(() => {
  root.lang = 'en';
});
afterEach(async () => {
  vi.restoreAllMocks();
  settings.set({ ...defaultSettings, language: 'en' });
  await waitFor(() => expect(i18n.locale).toMatch(/^en/));
});

test.each([
  [['fr-CH', 'ja-JP', 'en'], 'ja-JP', 'ltr'],
  [['ar-EG'], 'ar-EG', 'rtl'],
  [['en-GB', 'ja'], 'en-GB', 'ltr'],
  [['fr', 'de'], 'en', 'ltr'],
  [['en-US@posix', 'ja'], 'ja', 'ltr'],
])('a browser with the languages %j gets %s', async (languages, locale, dir) => {
  browserSpeaks(...languages);
  await applyLanguage();
  expect(i18n.locale).toBe(locale);
  expect(root.lang).toBe(locale);
  expect(root.dir).toBe(dir);
});

test('a chosen language applies at once, with the region of the browser', async () => {
  browserSpeaks('en-GB', 'ar-MA');
  await applyLanguage();
  const { user } = await renderPage('/settings', { routes: settingsRoutes });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'العربية');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Language' })).toBeNull());
  expect(i18n.locale).toBe('ar-MA');
  expect(root.dir).toBe('rtl');
  updateSettings({ language: 'ja' });
  await waitFor(() => expect(i18n.locale).toBe('ja'));
  expect(root.dir).toBe('ltr');
});
