/**
 * Normalizes a text for search; used both for stored texts and for search terms, so a change here needs a migration.
 * Null counts as empty. The final form of the Greek sigma becomes the other one: it depends on where a word ends.
 */
export function normalizeForSearch(text: string | null): string {
  return (text ?? '').normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}
