import { subscribeToSeconds } from '#src/ui/ticker.ts';

const texts = new Map<Element, () => string>();
let stop: (() => void) | undefined;

/**
 * Keeps the text of an element right with every second, past React: of five hundred ages that change with time alone,
 * nothing is rendered. The element must have no children of its own. Returns how to stop, as a ref's callback does.
 */
export function keepText(element: Element, text: () => string): () => void {
  write(element, text());
  texts.set(element, text);
  stop ??= subscribeToSeconds(writeAll);
  return () => {
    texts.delete(element);
    if (texts.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

function writeAll() {
  for (const [element, text] of texts) write(element, text());
}

function write(element: Element, text: string) {
  const node = element.firstChild;
  if (!(node instanceof Text)) element.textContent = text;
  else if (node.data !== text) node.data = text;
}
