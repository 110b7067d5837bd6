import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '#src/api/connection.ts';
import { useDraftText } from '#src/form/draft/use-draft-text.ts';

beforeEach(() => {
  vi.useFakeTimers();
  signIn('https://harbor.test', 'token');
});

const KEY = 'countersign.typed.https://harbor.test.reject.7';
const open = (name = 'reject.7') => renderHook((key: string) => useDraftText(key), { initialProps: name });

test('a text is stored within half a second and restored after a crash', () => {
  const { result } = open();
  act(() => result.current.setText('Not qu'));
  act(() => result.current.setText('Not quite'));
  vi.advanceTimersByTime(500);
  expect(localStorage.getItem(KEY)).toBe('"Not quite"');

  const again = open();
  expect(again.result.current).toMatchObject({ text: 'Not quite', isRestoredDraft: true });
});

test('a text typed without a pause is stored every half second', () => {
  const { result } = open();
  for (let length = 1; length <= 6; length++) {
    act(() => result.current.setText('typing'.slice(0, length)));
    vi.advanceTimersByTime(100);
  }
  expect(localStorage.getItem(KEY)).toMatch(/^"typi/);
});

test('it is stored at once when the page is left or the field unmounts', () => {
  const { result, unmount } = open();
  act(() => result.current.setText('one'));
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem(KEY)).toBe('"one"');
  act(() => result.current.setText('two'));
  unmount();
  expect(localStorage.getItem(KEY)).toBe('"two"');
});

test('a removed text is not restored by a pending write', () => {
  const { result } = open();
  act(() => result.current.setText('sent'));
  act(() => result.current.forget());
  vi.advanceTimersByTime(1000);
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(result.current).toMatchObject({ text: '', isRestoredDraft: false });
});

test('an emptied text is removed from storage', () => {
  const { result } = open();
  act(() => result.current.setText('x'));
  vi.advanceTimersByTime(500);
  act(() => result.current.setText(''));
  vi.advanceTimersByTime(500);
  expect(localStorage.getItem(KEY)).toBeNull();
});

test('texts are separate per key and tenant', () => {
  const { result, rerender } = open();
  act(() => result.current.setText('for seven'));
  rerender('reject.8');
  expect(result.current.text).toBe('');
  rerender('reject.7');
  expect(result.current.text).toBe('for seven');

  signIn('https://lumen.test', 'token');
  expect(open().result.current.text).toBe('');
});

test('full storage and invalid stored values do not affect the field', () => {
  localStorage.setItem(KEY, '{"not":"a text"}');
  const { result } = open();
  expect(result.current.text).toBe('');
  expect(localStorage.getItem(`${KEY}~unread`), 'another version may be able to read it').toBe('{"not":"a text"}');
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  act(() => result.current.setText('still here'));
  vi.advanceTimersByTime(500);
  expect(result.current.text).toBe('still here');
  setItem.mockRestore();
});
