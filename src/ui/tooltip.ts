/** Marks an element for the tooltip layer. The text must only repeat the element's accessible name. */
export function tooltip(text: string, shortcut?: string): { 'data-tooltip': string; 'data-tooltip-keys'?: string } {
  return shortcut ? { 'data-tooltip': text, 'data-tooltip-keys': shortcut } : { 'data-tooltip': text };
}
