const formatters = new Map<string, Intl.ListFormat>();

/** Things side by side as the language writes them: "Ana, Bo", "アナ、ボー", "آنا وبو"; `long` for a sentence. */
export function listWords(locale: string, things: readonly string[], style: 'narrow' | 'long' = 'narrow'): string {
  const key = `${style} ${locale}`;
  const words = formatters.get(key) ?? new Intl.ListFormat(locale, { style });
  formatters.set(key, words);
  // Arabic joins its "and" to the next word, whichever way that runs.
  return words.format(locale.startsWith('ar') ? things.map(isolate) : things);
}

const isolate = (thing: string) => `\u2068${thing}\u2069`;
