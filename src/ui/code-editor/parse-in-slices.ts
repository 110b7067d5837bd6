import type { Language } from '@codemirror/language';

export type CodeTree = ReturnType<Language['parser']['parse']>;

const SLICE_MS = 6;

/**
 * The syntax tree of a whole text, however long, without keeping the page from answering keys.
 * Undefined where `signal` ended the reading.
 */
export async function parseInSlices(
  language: Language,
  text: string,
  signal: AbortSignal,
): Promise<CodeTree | undefined> {
  const parse = language.parser.startParse(text);
  while (!signal.aborted) {
    const end = performance.now() + SLICE_MS;
    do {
      const tree = parse.advance();
      if (tree) return tree;
    } while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
}
