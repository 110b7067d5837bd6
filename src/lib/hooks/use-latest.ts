import { type RefObject, useInsertionEffect, useRef } from 'react';

/** Ref to the value of the last committed render, for stable callbacks. Do not read it during render. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  // Insertion effects run before all others, which may call such a callback.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
