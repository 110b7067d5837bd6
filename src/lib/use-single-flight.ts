import { useRef, useState } from 'react';

/** Single flight: runs an async function, and ignores calls until it has settled. */
export function useSingleFlight<Given extends unknown[]>(
  run: (...given: Given) => Promise<unknown>,
): [start: (...given: Given) => void, isRunning: boolean] {
  // State is for rendering; the ref decides, as two presses may come before the next render.
  const isInFlight = useRef(false);
  const [isRunning, setRunning] = useState(false);
  const start = (...given: Given) => {
    if (isInFlight.current) return;
    isInFlight.current = true;
    setRunning(true);
    void run(...given).finally(() => {
      isInFlight.current = false;
      setRunning(false);
    });
  };
  return [start, isRunning];
}
