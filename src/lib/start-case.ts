/** An API name in words: `key_name` gives "Key name". */
export function startCase(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
