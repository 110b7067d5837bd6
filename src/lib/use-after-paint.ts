import { useEffect, useState } from 'react';

/** A value that follows the given one once what was drawn without it has been painted; at first it is `first`. */
export function useAfterPaint<Value>(value: Value, first = value): Value {
  const [shown, setShown] = useState<Value>(() => first);
  useEffect(() => setShown(() => value), [value]);
  return shown;
}
