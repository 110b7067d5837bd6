/** Replaces a range of a field's text as if it were typed, so that the browser's undo can revert it. */
export function insertText(area: HTMLTextAreaElement, from: number, to: number, text: string): void {
  area.focus();
  area.setSelectionRange(from, to);
  // Deprecated, but works in every browser, and is the only way that keeps the undo history.
  if (document.execCommand?.('insertText', false, text)) return;
  area.setRangeText(text, from, to, 'end');
  area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** A prepared text to insert, with a space before it if it follows a word. */
export const withLeadingSpace = (before: string, text: string): string => (/\S$/.test(before) ? ` ${text}` : text);

const COPIED = [
  'direction',
  'font',
  'letter-spacing',
  'line-height',
  'overflow-wrap',
  'padding',
  'tab-size',
  'text-align',
  'text-indent',
  'unicode-bidi',
  'word-break',
  'word-spacing',
];

/**
 * Position of a character in a field, in pixels from the field's top left corner. Fields have no API for that, so a
 * copy of the text is measured in an element with the same styles.
 */
export function characterBox(area: HTMLTextAreaElement, at: number): { left: number; top: number; height: number } {
  const look = getComputedStyle(area);
  const copy = document.createElement('div');
  for (const name of COPIED) copy.style.setProperty(name, look.getPropertyValue(name));
  Object.assign(copy.style, {
    position: 'fixed',
    insetBlockStart: '0',
    insetInlineStart: '0',
    inlineSize: `${area.clientWidth}px`,
    boxSizing: 'border-box',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
  });
  const mark = document.createElement('span');
  mark.textContent = '\u200B';
  copy.append(area.value.slice(0, at), mark, area.value.slice(at));
  document.body.append(copy);
  const [outer, inner] = [copy.getBoundingClientRect(), mark.getBoundingClientRect()];
  copy.remove();
  const top = Math.min(inner.top - outer.top - area.scrollTop, area.clientHeight - inner.height);
  return {
    left: inner.left - outer.left + area.clientLeft,
    top: Math.max(0, top) + area.clientTop,
    height: inner.height,
  };
}
