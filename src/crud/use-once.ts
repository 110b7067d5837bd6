import { useRef, useState } from 'react';

/** Runs something that takes a while, and ignores every further call until it has ended. */
export function useOnce<Given extends unknown[]>(
  run: (...given: Given) => Promise<unknown>,
): [start: (...given: Given) => void, isRunning: boolean] {
  // The state shows it; the ref decides, as two presses may come before the next rendering.
  const isUnderWay = useRef(false);
  const [isRunning, setRunning] = useState(false);
  const start = (...given: Given) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setRunning(true);
    void run(...given).finally(() => {
      isUnderWay.current = false;
      setRunning(false);
    });
  };
  return [start, isRunning];
}
