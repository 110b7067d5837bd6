import { expect, test } from 'vitest';
import { normalizeText, searchWords } from '#src/lib/search-text.ts';

test('a word is found whatever its case, also in Greek', () => {
  for (const text of ['Κόσμος', 'ΚΌΣΜΟΣ']) {
    for (const word of ['ΚΌΣ', 'κόσμος', 'ΟΣ']) expect(normalizeText(text)).toContain(searchWords(word)[0]);
  }
});
