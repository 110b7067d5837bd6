import { startTransition, useEffect, useState } from 'react';
import { after } from '../delay.ts';

/** Debounced value: changes once `value` has stayed the same for `pauseMs`. Initially the value itself. */
export function useDebounced<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => after(pauseMs, () => startTransition(() => setSettled(() => value))), [value, pauseMs]);
  return settled;
}
