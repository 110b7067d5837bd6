import { useEffect, useState } from 'react';

/** A value that follows the given one in the next frame, when what was drawn without it is seen; at first it is `first`. */
export function useAfterPaint<Value>(value: Value, first = value): Value {
  const [shown, setShown] = useState<Value>(() => first);
  useEffect(() => inNextFrame(() => setShown(() => value)), [value]);
  return shown;
}

let waiting: Set<() => void> | undefined;

/** Calls in the next frame, together with all others, so that what they lead to is drawn at once. Gives what stops it. */
function inNextFrame(call: () => void): () => void {
  const calls = waiting ?? new Set();
  if (!waiting) {
    waiting = calls;
    requestAnimationFrame(() => {
      waiting = undefined;
      for (const each of calls) each();
    });
  }
  calls.add(call);
  return () => calls.delete(call);
}
