/** Normalizes text for search: case, compatibility forms and the final form of the Greek sigma are ignored. */
export const normalizeText = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');

/** The words of a search, normalized. */
export const searchWords = (text: string): string[] => normalizeText(text).split(/\s+/).filter(Boolean);
