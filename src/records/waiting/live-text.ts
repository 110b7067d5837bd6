import { subscribeToSeconds } from '#src/ui/ticker.ts';

const texts = new Map<Element, () => string>();
let stop: (() => void) | undefined;

/**
 * Updates an element's text every second outside React, so that five hundred ages cause no re-render. The element must
 * have no other children. Returns a cleanup function, for use in a ref callback.
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
