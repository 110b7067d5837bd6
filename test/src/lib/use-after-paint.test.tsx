import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useAfterPaint } from '#src/lib/use-after-paint.ts';

const nextFrame = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 50))));

test('what follows in the next frame is drawn all at once', async () => {
  const drawn: string[] = [];
  function Draft({ id }: { id: number }) {
    const shown = useAfterPaint(id);
    const text = useAfterPaint(`text ${id}`);
    drawn.push(`${shown} ${text}`);
    return null;
  }
  const { rerender } = render(<Draft id={1} />);
  await nextFrame();
  // A browser draws what each of its callbacks leads to before it calls the next.
  const callbacks: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => callbacks.push(callback));
  rerender(<Draft id={2} />);
  await nextFrame();
  drawn.length = 0;
  for (const callback of callbacks) await act(async () => callback(0));
  vi.unstubAllGlobals();
  expect(drawn).toEqual(['2 text 2']);
});

test('of values that come one after the other within a frame only the last one follows', async () => {
  const drawn: number[] = [];
  function Count({ value }: { value: number }) {
    const shown = useAfterPaint(value);
    drawn.push(shown);
    return <p>{shown}</p>;
  }
  const { container, rerender, unmount } = render(<Count value={1} />);
  rerender(<Count value={2} />);
  rerender(<Count value={3} />);
  await nextFrame();
  expect(container.textContent).toBe('3');
  expect(drawn).not.toContain(2);
  rerender(<Count value={4} />);
  unmount();
  await nextFrame();
  expect(drawn).not.toContain(4);
});
