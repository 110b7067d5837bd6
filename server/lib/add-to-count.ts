/** Adds to a key's count. Removes a count of zero, so that the map does not grow with every key there ever was. */
export function addToCount<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
