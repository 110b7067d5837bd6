/** A name as the interface spells it, as words: `key_name` gives "Key name". */
export function humanise(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
