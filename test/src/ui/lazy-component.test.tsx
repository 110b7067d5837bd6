import { act, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { delay } from '#src/lib/delay.ts';
import { lazyComponent, requestedComponent } from '#src/ui/lazy-component.tsx';
import { expectComplaints } from '../fail-on-console.ts';
import { renderUi } from './render-ui.tsx';

const Word = ({ word }: { word: string }) => <p>{word}</p>;

class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override state = { hasFailed: false };
  override render() {
    return this.state.hasFailed ? <p>Failed</p> : this.props.children;
  }
}

const show = (shown: ReactNode) => renderUi(<Boundary>{shown}</Boundary>);

afterEach(() => vi.restoreAllMocks());

test('prefetched code renders at once, other code as soon as it is loaded', async () => {
  const Ahead = lazyComponent(async () => Word);
  await Ahead.preload();
  show(<Ahead word="ahead" />);
  expect(screen.getByText('ahead')).toBeDefined();
  const Later = lazyComponent(async () => Word);
  show(<Later word="later" fallback={<p>Loading</p>} />);
  expect(screen.getByText('Loading')).toBeDefined();
  await screen.findByText('later');
});

test('it renders again only if its props change', async () => {
  const draw = vi.fn(Word);
  const Counted = lazyComponent(async () => draw);
  await Counted.preload();
  const { rerender } = renderUi(<Counted word="one" />);
  const before = draw.mock.calls.length;
  rerender(<Counted word="one" />);
  expect(draw).toHaveBeenCalledTimes(before);
  rerender(<Counted word="two" />);
  expect(screen.getByText('two')).toBeDefined();
});

test('code that fails to load is retried while its fallback stays', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => Word);
  load.mockRejectedValueOnce(new Error('no network'));
  const Optional = lazyComponent(load);
  await act(async () => void show(<Optional word="late" fallback={<p>Without</p>} />));
  expect(screen.getByText('Without')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText('late')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

test('requested code that fails to load fails in place, and is loaded again when shown later', async () => {
  expectComplaints(/gone/);
  vi.useFakeTimers();
  const load = vi.fn(async () => Word);
  load.mockRejectedValueOnce(new Error('gone'));
  const Broken = requestedComponent(load);
  await act(async () => void show(<Broken word="first" />));
  expect(screen.getByText('Failed')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await act(async () => void show(<Broken word="second" />));
  expect(screen.getByText('second')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a prefetch that fails is no unhandled rejection', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  const Gone = requestedComponent(() => Promise.reject<typeof Word>(new Error('gone')));
  void Gone.preload();
  await delay(0);
  expect(unhandled).not.toHaveBeenCalled();
  await expect(Gone.preload()).rejects.toThrow('gone');
});

test('code that loads after its component has unmounted causes no update', async () => {
  // React reads `window.event` for every update, which throws after the last test of a file, when the window is gone.
  const updates = vi.spyOn(window, 'event', 'get');
  const arrive = async (isGone: boolean) => {
    const { promise, resolve } = Promise.withResolvers<typeof Word>();
    const Late = lazyComponent(() => promise);
    const { unmount } = show(<Late word="late" />);
    if (isGone) unmount();
    updates.mockClear();
    await act(async () => resolve(Word));
    return updates.mock.calls.length > 0;
  };
  expect(await arrive(false)).toBe(true);
  expect(await arrive(true)).toBe(false);
});
