import { vi } from 'vitest';

/** Another tab has changed the value of a key in local storage, or all of them. */
export const fireStorageEvent = (key: string | null = null) =>
  window.dispatchEvent(new StorageEvent('storage', { key }));

/** The page is closed or reloaded, as far as it can tell. */
export const leavePage = () => window.dispatchEvent(new Event('pagehide'));

/** Whether the browser asks before it leaves the page. */
export const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Storage is full, for one key or for all, until the end of the test or `mockRestore`. */
export function fillStorage(key?: string) {
  const { setItem } = Storage.prototype;
  return vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, text) {
    if (key === undefined || name === key) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    setItem.call(this, name, text);
  });
}
