import { useRef, useState } from 'react';

type Actions = Record<string, (...given: never[]) => void>;

/** Stable wrappers around the latest functions, so that memoised components need not re-render. */
export function useSteady<Given extends Actions>(newest: Given): Given {
  const latest = useRef(newest);
  latest.current = newest;
  const [steady] = useState(() =>
    Object.fromEntries(
      Object.keys(newest).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]),
    ),
  );
  // Each wrapper forwards its arguments.
  return steady as Given;
}
