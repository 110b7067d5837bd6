/** Characters that these physical keys have in a Latin layout. */
const SIGNS: Readonly<Record<string, string>> = { Slash: '/', Period: '.' };

/**
 * The key as shortcuts name it. On a non-Latin layout, which has no `j`, uses the physical key that is `j` on a Latin
 * keyboard.
 */
export function keyOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if ([...key].length > 1 || key <= '\x7f' || /\p{Script=Latin}/u.test(key)) return key;
  const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code) ?? [];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  if (code === 'Slash' && shiftKey) return '?';
  return digit ?? SIGNS[code] ?? key;
}
