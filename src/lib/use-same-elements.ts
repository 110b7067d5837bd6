import { type ReactElement, useRef } from 'react';

/**
 * For a long list of which a key changes little: gives, for what a line tells of, the element of the rendering before
 * where the new one would be the same. React passes over an element that it has drawn.
 */
export function useSameElements<Item extends object, Props extends object>() {
  const drawn = useRef(new WeakMap<Item, ReactElement<Props>>()).current;
  return (item: Item, element: ReactElement<Props>): ReactElement<Props> => {
    const before = drawn.get(item);
    if (before && isSame(before.props, element.props)) return before;
    drawn.set(item, element);
    return element;
  };
}

function isSame<Props extends object>(before: Props, after: Props): boolean {
  for (const name in after) if (before[name] !== after[name]) return false;
  for (const name in before) if (!(name in after)) return false;
  return true;
}
