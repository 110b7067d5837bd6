/**
 * Calls back when what is stored under one of the keys may have been changed elsewhere: by another tab, also while this
 * page lay in the browser's history. Returns how to stop that.
 */
export function followStored(keys: readonly string[], listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) listener();
  };
  // A page in the history hears of nothing.
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
