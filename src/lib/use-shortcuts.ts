import { useEffectEvent, useLayoutEffect } from 'react';
import { keyOf } from './key-of.ts';
import { settings } from './settings.ts';

/**
 * Keys to what they do. A name is a plain key (`j`, `Enter`, `?`), or two pressed one after the other (`g q`);
 * several that do the same are joined by a bar (`j|ArrowDown`). `Mod+a` is with Ctrl, or ⌘ on Apple's machines.
 */
export type Shortcuts = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

const SEQUENCE_MS = 1500;
const MOVES = /^(j|k|Arrow(Up|Down))$/;
let firstKey: { key: string; at: number } | undefined;

/**
 * Acts on plain keys while the component is on the page: outside inputs and dialogs, with no modifier down,
 * and not where the person has switched single keys off. Later components come first; a key that one has taken
 * is prevented and reaches no other.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const isChord = event.ctrlKey || event.metaKey;
    if (event.defaultPrevented || !isFree(event) || (!isChord && !settings.get().shortcuts)) return;
    // A key that is held down moves through a list, but does nothing twice.
    const plain = keyOf(event);
    if (event.repeat && !MOVES.test(plain)) return;
    const isSecond = firstKey && event.timeStamp - firstKey.at < SEQUENCE_MS && firstKey.at !== event.timeStamp;
    const key = isChord ? `Mod+${plain}` : plain;
    const pressed = isSecond ? `${firstKey?.key} ${key}` : key;
    const [, action] = Object.entries(shortcuts).find(([names]) => names.split('|').includes(pressed)) ?? [];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
  // Not a moment after the page is painted: somebody who knows the keys is that quick.
  useLayoutEffect(() => {
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, []);
}

/** Notes the first key of a sequence; called once for the whole application. */
export function useSequences(): void {
  const note = useEffectEvent((event: KeyboardEvent) => {
    const isFirst =
      keyOf(event) === 'g' && !event.ctrlKey && !event.metaKey && isFree(event) && !event.defaultPrevented;
    firstKey = isFirst ? { key: 'g', at: event.timeStamp } : undefined;
  });
  useLayoutEffect(() => {
    // After every other listener, so that they still see the key before this one.
    window.addEventListener('keydown', note);
    return () => window.removeEventListener('keydown', note);
  }, []);
}

const EDITABLE = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], dialog';

/** Whether nothing else has a claim on the key: no field, no dialog, no Alt, which types letters on many keyboards. */
function isFree(event: KeyboardEvent): boolean {
  if (event.altKey || event.isComposing) return false;
  // Within a shadow tree the event itself only tells of the host.
  const [innermost] = event.composedPath();
  const target = innermost instanceof Element ? innermost : undefined;
  if (target?.closest(`${EDITABLE}, [role=menu], [role=listbox]`)) return false;
  // Enter and the space bar belong to whatever has the focus.
  return !((event.key === 'Enter' || event.key === ' ') && target?.closest('a, button, summary, input'));
}
