import { useEffect, useEffectEvent } from 'react';

/**
 * Runs after the first rendering and after each with another value, except undefined: for what is outside React, such as
 * announcements, requests and focus. A function that it returns runs before the next time and at the end.
 */
export function useAfterChange(value: string | number | true | undefined, run: () => unknown): void {
  const start = useEffectEvent(() => {
    const stop = run();
    return typeof stop === 'function' ? () => stop() : undefined;
  });
  useEffect(() => (value === undefined ? undefined : start()), [value]);
}
