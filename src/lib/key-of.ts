/** What the keys of a Latin layout are where another script is typed with them. */
const SIGNS: Readonly<Record<string, string>> = { Slash: '/', Period: '.' };

/**
 * The key as shortcuts name it. A layout that types another script has no `j`: there the key counts that lies where
 * `j` does on a Latin keyboard.
 */
export function keyOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if ([...key].length > 1 || key <= '\x7f' || /\p{Script=Latin}/u.test(key)) return key;
  const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code) ?? [];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  if (code === 'Slash' && shiftKey) return '?';
  return digit ?? SIGNS[code] ?? key;
}
