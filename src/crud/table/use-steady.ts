import { useRef, useState } from 'react';

type Actions = Record<string, (...given: never[]) => void>;

/** The newest of some functions behind ones that stay the same, for parts that are only drawn when something changes. */
export function useSteady<Given extends Actions>(newest: Given): Given {
  const latest = useRef(newest);
  latest.current = newest;
  const [steady] = useState(() =>
    Object.fromEntries(
      Object.keys(newest).map((name) => [name, (...given: never[]) => latest.current[name]?.(...given)]),
    ),
  );
  // Each name has a function that passes on what it is given.
  return steady as Given;
}
