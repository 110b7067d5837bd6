import { useRef, useState } from 'react';

/** Runs something that takes a while, and ignores every further call until it has ended. */
export function useOnce(run: () => Promise<unknown>): [start: () => void, isRunning: boolean] {
  // The state shows it; the ref decides, as two presses may come before the next rendering.
  const isUnderWay = useRef(false);
  const [isRunning, setRunning] = useState(false);
  const start = () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setRunning(true);
    void run().finally(() => {
      isUnderWay.current = false;
      setRunning(false);
    });
  };
  return [start, isRunning];
}
