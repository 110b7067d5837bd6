import { useEffect, useState } from 'react';

/** A value that follows the given one in the next frame, when what was drawn without it is seen; at first it is `first`. */
export function useAfterPaint<Value>(value: Value, first = value): Value {
  const [shown, setShown] = useState<Value>(() => first);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setShown(() => value));
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
