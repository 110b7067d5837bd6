const formatters = new Map<string, Intl.ListFormat>();

/** A localised list: "Ana, Bo", "アナ、ボー", "آنا وبو"; `long` for use in a sentence. */
export function formatList(locale: string, things: readonly string[], style: 'narrow' | 'long' = 'narrow'): string {
  const key = `${style} ${locale}`;
  const words = formatters.get(key) ?? new Intl.ListFormat(locale, { style });
  formatters.set(key, words);
  // Arabic joins its "and" to the next word, so each item is isolated from the direction of the others.
  return words.format(locale.startsWith('ar') ? things.map(isolate) : things);
}

const isolate = (thing: string) => `\u2068${thing}\u2069`;
