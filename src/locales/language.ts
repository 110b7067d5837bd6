import { i18n, type Messages } from '@lingui/core';
import { settings } from '#src/lib/storage/settings.ts';

/** Languages with all messages translated, by their own names. English is in the source. */
export const LANGUAGES = { en: 'English', ja: '日本語', ar: 'العربية' } as const;
export type Language = keyof typeof LANGUAGES;

const RIGHT_TO_LEFT: readonly string[] = ['ar'] satisfies Language[];
const catalogs: Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>> = {
  ja: () => import('./ja.po'),
  ar: () => import('./ar.po'),
};

/**
 * Activates the language from the settings, or the browser's first supported one, now and on each change. Resolves once
 * its messages are loaded; if they fail to load, the current language stays (English at first).
 */
export async function applyLanguage(): Promise<void> {
  settings.subscribe(() => void speak(wantedLocale()));
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  await speak(wantedLocale());
}

/** The browser's regional variant of the language, for its date and time formats. */
function wantedLocale(): string {
  const { language } = settings.get();
  const spoken: readonly string[] = language === 'browser' ? Object.keys(LANGUAGES) : [language];
  const known = navigator.languages.find((locale) => spoken.includes(languageOf(locale) ?? ''));
  return known ?? (language === 'browser' ? 'en' : language);
}

async function speak(locale: string): Promise<void> {
  if (locale === document.documentElement.lang) return;
  const language = languageOf(locale);
  const load = language === 'ja' || language === 'ar' ? catalogs[language] : undefined;
  const messages = load && (await readTexts(load).catch(() => undefined));
  // The setting may have changed while the messages were loading.
  if ((load && !messages) || locale !== wantedLocale()) return;
  i18n.loadAndActivate({ locale, messages: messages ?? {} });
  document.documentElement.lang = locale;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language ?? '') ? 'rtl' : 'ltr';
}

async function readTexts(load: () => Promise<{ messages: Messages }>): Promise<Messages> {
  const [{ messages }, { isolateValues }] = await Promise.all([load(), import('./isolate-values.ts')]);
  return isolateValues(messages);
}

/** Undefined for invalid tags, such as the `en-US@posix` of some browsers. */
function languageOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).language;
  } catch {
    return undefined;
  }
}
