/** Writing systems as ISO 15924 names them, each with the Unicode scripts that it consists of. */
const SCRIPTS: readonly [name: string, letters: RegExp][] = [
  ['Latn', /\p{Script=Latin}/gu],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Grek', /\p{Script=Greek}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Hebr', /\p{Script=Hebrew}/gu],
  ['Deva', /\p{Script=Devanagari}/gu],
  ['Beng', /\p{Script=Bengali}/gu],
  ['Taml', /\p{Script=Tamil}/gu],
  ['Telu', /\p{Script=Telugu}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Geor', /\p{Script=Georgian}/gu],
  ['Armn', /\p{Script=Armenian}/gu],
  ['Ethi', /\p{Script=Ethiopic}/gu],
  ['Kore', /\p{Script=Hangul}/gu],
  ['Kana', /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu],
  ['Hani', /\p{Script=Han}/gu],
];
const EASTERN_SCRIPTS = ['Kana', 'Hani', 'Kore'];
const EASTERN = /[\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Han}\p{Script=Hangul}]/gu;
const CAPITALIZED = /\p{Lu}[\p{L}\p{M}'’-]*/gu;
/** Fewest letters that are evidence of a script: one or two names may have fewer. */
const FEWEST: Readonly<Record<string, number>> = { Latn: 16, Cyrl: 10, Grek: 10, Hani: 4, Kana: 2, Kore: 3 };
const MIN_OF_OTHERS = 6;
/** Smallest share of all letters for the main script of a text. */
const MAX_OF_IT = 0.7;
/** Smallest share of kana among kana and Han characters in Japanese; Chinese has no kana. */
const KANA_OF_JAPANESE = 0.15;
/** Most Han characters of a text without kana that a reader of Japanese can read. */
const MAX_HAN_WITHOUT_KANA = 12;

/** Counts letters by script. Skips capitalized words: names keep their script in any language. */
export function lettersByScript(prose: string): Map<string, number> {
  const counted = new Map<string, number>();
  const text = prose.replace(CAPITALIZED, ' ');
  for (const [script, letters] of SCRIPTS) {
    const count = text.match(letters)?.length ?? 0;
    if (count > 0) counted.set(script, count);
  }
  const kana = counted.get('Kana') ?? 0;
  const han = counted.get('Hani') ?? 0;
  if (kana > 0 && kana >= KANA_OF_JAPANESE * (kana + han)) {
    counted.delete('Kana');
    counted.delete('Hani');
    counted.set('Jpan', kana + han);
  }
  return counted;
}

/** The text with only the letters of its main script; others are often names. */
export function inMainScript(prose: string): string {
  const letters = /[\p{L}\p{M}]+/gu;
  const eastern = prose.match(EASTERN)?.length ?? 0;
  const others = SCRIPTS.filter(([script]) => !EASTERN_SCRIPTS.includes(script)).map(([, pattern]) => ({
    pattern,
    count: prose.match(pattern)?.length ?? 0,
  }));
  const most = Math.max(...others.map(({ count }) => count));
  // A character of East Asia says about as much as two letters.
  if (2 * eastern > most) return prose.replace(letters, (word) => word.match(EASTERN)?.join('') ?? ' ');
  return others.reduce(
    (text, { pattern, count }) => (count === most ? text : text.replace(pattern, ' ')),
    prose.replace(EASTERN, ' '),
  );
}

/** Scripts with at least half as many letters as needed to identify a draft's script. */
export const scriptsOf = (letters: ReadonlyMap<string, number>): string[] =>
  Array.from(letters).flatMap(([script, count]) => (2 * count >= fewest(script) ? [script] : []));

/** The script of nearly all of a text; undefined if it is short or mixed. */
export function mainScript(letters: ReadonlyMap<string, number>): string | undefined {
  const all = Array.from(letters.values()).reduce((sum, count) => sum + count, 0);
  const [first] = Array.from(letters).sort(([, a], [, b]) => b - a);
  if (!first) return undefined;
  const [script, count] = first;
  return count >= fewest(script) && count >= MAX_OF_IT * all ? script : undefined;
}

/** Whether a person who writes in `known` can read `script`. */
export function isReadable(script: string, count: number, known: readonly string[]): boolean {
  if (known.includes(script)) return true;
  if (script === 'Hani') return known.includes('Jpan') && count <= MAX_HAN_WITHOUT_KANA;
  if (script === 'Kana' || script === 'Jpan') return known.includes('Kana') || known.includes('Jpan');
  return false;
}

/** The script that a language is usually written in; undefined if the tag is invalid. */
export function scriptOfLanguage(language: string): string | undefined {
  try {
    const { script } = new Intl.Locale(language).maximize();
    return script?.replace(/^Han[st]$/, 'Hani');
  } catch {
    return undefined;
  }
}

const fewest = (script: string) => FEWEST[script] ?? MIN_OF_OTHERS;
