import { expect, test } from 'vitest';
import { normalizeShortcut } from '#src/lib/use-shortcuts.ts';

test.each([
  ['a', 'KeyA', false, 'a'],
  ['Q', 'KeyA', true, 'Q'],
  ['ArrowDown', 'ArrowDown', false, 'ArrowDown'],
  ['é', 'Digit2', false, 'é'],
  ['ş', 'Semicolon', false, 'ş'],
  // Arabic
  ['ش', 'KeyA', false, 'a'],
  ['لا', 'KeyB', false, 'لا'],
  ['ْ', 'KeyX', true, 'X'],
  ['ظ', 'Slash', false, '/'],
  ['؟', 'Slash', true, '?'],
  ['ز', 'Period', false, '.'],
  ['٣', 'Digit3', false, '3'],
  // Russian, Hebrew
  ['о', 'KeyJ', false, 'j'],
  ['ז', 'KeyZ', false, 'z'],
])('%s on %s is %s', (key, code, shiftKey, expected) => {
  expect(normalizeShortcut({ key, code, shiftKey })).toBe(expected);
});
