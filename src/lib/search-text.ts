/** Normalizes text for search: case and compatibility forms are ignored. */
export const normalizeText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The words of a search, normalized. */
export const searchWords = (text: string): string[] => normalizeText(text).split(/\s+/).filter(Boolean);
