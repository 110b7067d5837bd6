/** Replaces a part of what is typed into a field, as if typed: the browser's undo takes it back. */
export function insertText(area: HTMLTextAreaElement, from: number, to: number, text: string): void {
  area.focus();
  area.setSelectionRange(from, to);
  // Deprecated, but the only way that undo knows of, and in every browser.
  if (document.execCommand?.('insertText', false, text)) return;
  area.setRangeText(text, from, to, 'end');
  area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** A prepared text as it goes in at a place: a space keeps it apart from the word before. */
export const apartFrom = (before: string, text: string): string => (/\S$/.test(before) ? ` ${text}` : text);

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
 * Where a character of a field is shown, in pixels from the field's top left corner. Fields have no API for that: a copy of its
 * text in an element of the same look does.
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
