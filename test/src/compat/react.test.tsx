import { act, render } from '@testing-library/react';
import { Fragment, isValidElement, memo, type ReactNode, useEffect, useState } from 'react';
import { expect, test } from 'vitest';

let go: (step: number) => void = () => {};

/** As the review desk: lines of which few are drawn anew with each step, and beside them what is other each time. */
const Line = memo(function Line({ isChosen }: { isChosen: boolean }) {
  return <b aria-current={isChosen}>line</b>;
});
/** Drawn once more by itself, with what it was given. */
function Beside({ children }: { children: ReactNode }) {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => setKnown(true), []);
  return <section aria-busy={!isKnown}>{children}</section>;
}

const LINES = Array.from({ length: 10 }, (_, index) => index);

function Desk() {
  const [step, setStep] = useState(0);
  useEffect(() => {
    go = setStep;
  }, []);
  return (
    <>
      <ul>
        {LINES.map((line) => (
          <li key={line}>
            <Line isChosen={line === step % LINES.length} />
          </li>
        ))}
      </ul>
      <Beside key={step}>
        <p>draft {step}</p>
      </Beside>
    </>
  );
}
const Around = ({ children }: { children: ReactNode }) => <Fragment>{children}</Fragment>;

/** All elements of the page that what is drawn in the container still leads to, in it or not. */
function elementsReachedFrom(container: Element): Set<Element> {
  const seen = new Set<object>();
  const found = new Set<Element>();
  const open: unknown[] = Object.values(container);
  while (open.length > 0) {
    const value = open.pop();
    if (value instanceof Element) found.add(value);
    const isTree = Array.isArray(value) || isValidElement(value) || Object(value).constructor === Object;
    if (!isTree || seen.has(Object(value))) continue;
    seen.add(Object(value));
    open.push(...Object.values(Object(value)));
  }
  return found;
}

test('what was drawn before is let go of', async () => {
  const { container } = render(
    <Around>
      <Desk />
    </Around>,
  );
  const stepTo = async (last: number) => {
    for (let step = last - 19; step <= last; step++) await act(() => go(step));
    return elementsReachedFrom(container).size;
  };
  const few = await stepTo(20);
  expect(few).toBeGreaterThan(20);
  expect(await stepTo(40)).toBeLessThanOrEqual(few);
  expect(await stepTo(60)).toBeLessThanOrEqual(few);
  expect(container.textContent).toContain('draft 60');
});
