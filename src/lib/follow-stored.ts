/**
 * Calls back when one of the storage keys may have changed elsewhere: in another tab, or while this page was in the
 * back/forward cache. Returns an unsubscribe function.
 */
export function followStored(keys: readonly string[], listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) listener();
  };
  // A page in the back/forward cache receives no events.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShow);
  };
}
