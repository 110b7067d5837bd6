/** Normalizes a text for search; used both for stored texts and for search terms. Null counts as empty. */
export function normalizeForSearch(text: string | null): string {
  return (text ?? '').normalize('NFKC').toLowerCase();
}
