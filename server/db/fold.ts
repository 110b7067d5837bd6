/** The searchable form of a text, the same for what is stored and what is looked for. Null counts as empty. */
export function foldText(text: string | null): string {
  return (text ?? '').normalize('NFKC').toLowerCase();
}
