import { useRef, useState } from 'react';

/** Single flight: runs an async function, and ignores calls until it has settled. */
export function useOnce<Given extends unknown[]>(
  run: (...given: Given) => Promise<unknown>,
): [start: (...given: Given) => void, isRunning: boolean] {
  // State is for rendering; the ref decides, as two presses may come before the next render.
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
