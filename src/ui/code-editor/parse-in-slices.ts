import type { Language } from '@codemirror/language';
import { delay } from '#src/lib/delay.ts';

type CodeTree = ReturnType<Language['parser']['parse']>;
/** A cursor into a syntax tree; it moves on with the next step. */
export type CodeCursor = ReturnType<CodeTree['cursor']>;

const SLICE_MS = 6;
/** Reading the clock takes longer than visiting a node. */
const NODES_AT_ONCE = 100;

/** Parses a text of any length in time slices, so that the page stays responsive. Undefined if aborted by `signal`. */
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
    await delay();
  }
  return undefined;
}

/**
 * Walks a syntax tree in time slices, and enters the nodes for which `enter` returns true. False if aborted by
 * `signal`. `enter` must not move the cursor.
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
    if (hasMore) await delay();
  }
  return !signal.aborted;
}
