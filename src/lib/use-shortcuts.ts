import { useEffectEvent, useLayoutEffect } from 'react';
import { listen } from './listen.ts';
import { settings } from './storage/settings.ts';

/**
 * Maps keys to actions. A name is a plain key (`j`, `Enter`, `?`) or a sequence of two (`g q`); alternatives are joined
 * by a bar (`j|ArrowDown`). `Mod+a` is Ctrl, or ⌘ on Apple devices.
 */
type Shortcuts = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

const SEQUENCE_MS = 1500;
const MOVES = /^(j|k| |(Arrow|Page)(Up|Down))$/;
/** The press of the first key of a sequence. Two presses may have the same time, which browsers round. */
let firstPress: KeyboardEvent | undefined;

/**
 * Handles shortcuts while the component is mounted, outside inputs and dialogs; plain keys other than Escape only if
 * the user has not turned them off. A key handled by one component is prevented and reaches no other: `first`
 * components get it before, and `last` ones after all others.
 */
export function useShortcuts(shortcuts: Shortcuts, order?: 'first' | 'last'): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const isChord = event.ctrlKey || event.metaKey;
    const isOn = isChord || event.key === 'Escape' || settings.get().shortcuts;
    if (event.defaultPrevented || !isOn || !isFree(event)) return;
    // A held key repeats moves through a list and scrolling, nothing else.
    const plain = normalizeShortcut(event);
    if (event.repeat && !MOVES.test(plain)) return;
    const isSecond = firstPress && firstPress !== event && event.timeStamp - firstPress.timeStamp < SEQUENCE_MS;
    const key = isChord ? `Mod+${plain}` : plain;
    const pressed = isSecond ? `g ${key}` : key;
    const [, action] = Object.entries(shortcuts).find(([names]) => names.split('|').includes(pressed)) ?? [];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
  // Layout effect: expert users press keys before a passive effect would run.
  useLayoutEffect(
    () => listen(order === 'last' ? window : document, 'keydown', act, { capture: order === 'first' }),
    [order],
  );
}

/** Tracks the first key of a sequence; mounted once per application. */
export function useSequences(): void {
  const note = useEffectEvent((event: KeyboardEvent) => {
    const isFirst =
      normalizeShortcut(event) === 'g' && !event.ctrlKey && !event.metaKey && isFree(event) && !event.defaultPrevented;
    firstPress = isFirst ? event : undefined;
  });
  // On `window`, so that all other listeners still see the previous first key.
  useLayoutEffect(() => listen(window, 'keydown', note), []);
}

const EDITABLE = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], dialog';

/** Whether no field, dialog or Alt chord claims the key. Alt chords type letters on many keyboards. */
function isFree(event: KeyboardEvent): boolean {
  if (event.altKey || event.isComposing) return false;
  // In a shadow tree, `event.target` is only the host.
  const [innermost] = event.composedPath();
  const target = innermost instanceof Element ? innermost : undefined;
  if (target?.closest(`${EDITABLE}, [role=menu], [role=listbox]`)) return false;
  // Enter and Space belong to the focused element; on a link, Space would only scroll.
  if (event.key === 'Enter' && target?.closest('a')) return false;
  return !((event.key === 'Enter' || event.key === ' ') && target?.closest('button, summary, input'));
}

/**
 * Whether a key belongs to an input method (IME), such as the Enter that confirms a conversion. Safari reports that one
 * after the composition, with code 229.
 */
export const isImeKey = ({ nativeEvent, keyCode }: { nativeEvent: KeyboardEvent; keyCode: number }): boolean =>
  nativeEvent.isComposing || keyCode === 229;

/** Characters that these physical keys have in a Latin layout. */
const SIGNS: Readonly<Record<string, string>> = { Slash: '/', Period: '.' };

/** The key as named by shortcuts. On a non-Latin layout, the key at the same position of a Latin keyboard. */
export function normalizeShortcut({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if ([...key].length > 1 || key <= '\x7f' || /\p{Script=Latin}/u.test(key)) return key;
  const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code) ?? [];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  if (code === 'Slash' && shiftKey) return '?';
  return digit ?? SIGNS[code] ?? key;
}
