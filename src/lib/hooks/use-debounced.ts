import { startTransition, useEffect, useState } from 'react';
import { after } from '../delay.ts';

/** The value as it was when it last stayed the same for `pauseMs`; at first the value itself. */
export function useDebounced<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => after(pauseMs, () => startTransition(() => setSettled(() => value))), [value, pauseMs]);
  return settled;
}
