import { useEffect, useEffectEvent } from 'react';

/** `useEffect` keyed by one value: runs on mount and on change, skips `undefined`. `run` may return a cleanup. */
export function useAfterChange(value: string | number | true | undefined, run: () => unknown): void {
  const start = useEffectEvent(() => {
    const stop = run();
    return typeof stop === 'function' ? () => stop() : undefined;
  });
  useEffect(() => (value === undefined ? undefined : start()), [value]);
}
