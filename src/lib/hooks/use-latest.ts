import { type RefObject, useInsertionEffect, useRef } from 'react';

/** The value of the last committed rendering, for stable callbacks. Not to be read while rendering. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  // Before all other effects, which may call such a callback.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
