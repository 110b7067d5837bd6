import type { Language } from '@codemirror/language';

type CodeTree = ReturnType<Language['parser']['parse']>;
/** A place in a syntax tree, which moves on when the next one is asked for. */
export type CodeCursor = ReturnType<CodeTree['cursor']>;

const SLICE_MS = 6;
/** Looking at the clock takes longer than looking at a node. */
const NODES_AT_ONCE = 100;

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
    await breathe();
  }
  return undefined;
}

/**
 * Goes through a syntax tree as patiently, into the nodes for which `enter` says so. False where `signal` ended it.
 * The cursor must be left where it is.
 */
export async function walkInSlices(
  tree: CodeTree,
  signal: AbortSignal,
  enter: (cursor: CodeCursor) => boolean,
): Promise<boolean> {
  const cursor = tree.cursor();
  let hasMore = true;
  while (hasMore && !signal.aborted) {
    const end = performance.now() + SLICE_MS;
    do {
      for (let count = 0; hasMore && count < NODES_AT_ONCE; count++) hasMore = cursor.next(enter(cursor));
    } while (hasMore && performance.now() < end);
    if (hasMore) await breathe();
  }
  return !signal.aborted;
}

const breathe = () => new Promise((resolve) => setTimeout(resolve));
