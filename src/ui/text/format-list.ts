import { i18n } from '@lingui/core';

const formatters = new Map<string, Intl.ListFormat>();

/** A list in the current locale: "Ana, Bo", "アナ、ボー", "آنا وبو"; `long` for use in a sentence. */
export function formatList(things: readonly string[], style: 'narrow' | 'long' = 'narrow'): string {
  const { locale } = i18n;
  const key = `${style} ${locale}`;
  const words = formatters.get(key) ?? new Intl.ListFormat(locale, { style });
  formatters.set(key, words);
  // Arabic joins its "and" to the next word, so each item is isolated from the direction of the others.
  return words.format(locale.startsWith('ar') ? things.map(isolate) : things);
}

const isolate = (thing: string) => `\u2068${thing}\u2069`;
