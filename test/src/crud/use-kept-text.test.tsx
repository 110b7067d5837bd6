import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn, signOut } from '#src/api/connection.ts';
import { useKeptText } from '#src/crud/use-kept-text.ts';

beforeEach(() => {
  vi.useFakeTimers();
  signIn('https://harbor.test', 'token');
});

afterEach(() => {
  vi.useRealTimers();
  signOut();
  localStorage.clear();
});

const KEY = 'countersign.typed.https://harbor.test.reject.7';
const open = (name = 'reject.7') => renderHook((key: string) => useKeptText(key), { initialProps: name });

test('a text is in the storage within half a second, and there again after a crash', () => {
  const { result } = open();
  act(() => result.current.setText('Not qu'));
  act(() => result.current.setText('Not quite'));
  vi.advanceTimersByTime(500);
  expect(localStorage.getItem(KEY)).toBe('"Not quite"');

  const again = open();
  expect(again.result.current).toMatchObject({ text: 'Not quite', wasRestored: true });
});

test('it is written at once when the page goes away or the field does', () => {
  const { result, unmount } = open();
  act(() => result.current.setText('one'));
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem(KEY)).toBe('"one"');
  act(() => result.current.setText('two'));
  unmount();
  expect(localStorage.getItem(KEY)).toBe('"two"');
});

test('a forgotten text does not come back by a write that was still waiting', () => {
  const { result } = open();
  act(() => result.current.setText('sent'));
  act(() => result.current.forget());
  vi.advanceTimersByTime(1000);
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(result.current).toMatchObject({ text: '', wasRestored: false });
});

test('an emptied text leaves nothing behind', () => {
  const { result } = open();
  act(() => result.current.setText('x'));
  vi.advanceTimersByTime(500);
  act(() => result.current.setText(''));
  vi.advanceTimersByTime(500);
  expect(localStorage.getItem(KEY)).toBeNull();
});

test('another key is another text, and neither tenant sees the other’s', () => {
  const { result, rerender } = open();
  act(() => result.current.setText('for seven'));
  rerender('reject.8');
  expect(result.current.text).toBe('');
  rerender('reject.7');
  expect(result.current.text).toBe('for seven');

  signIn('https://lumen.test', 'token');
  expect(open().result.current.text).toBe('');
});

test('a full storage and rubbish in it change nothing', () => {
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
