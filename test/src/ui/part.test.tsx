import { act, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { part } from '#src/ui/part.tsx';
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

test('what was fetched ahead is shown at once, what was not as soon as it is there', async () => {
  const Ahead = part(async () => Word);
  await Ahead.fetchCode();
  show(<Ahead word="ahead" />);
  expect(screen.getByText('ahead')).toBeDefined();
  const Later = part(async () => Word);
  show(<Later word="later" standIn={<p>Loading</p>} />);
  expect(screen.getByText('Loading')).toBeDefined();
  await screen.findByText('later');
});

test('code that cannot be had fails where it stands, and is asked for again by whoever shows it later', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.useFakeTimers();
  const load = vi.fn(async () => Word);
  load.mockRejectedValueOnce(new Error('gone'));
  const Broken = part(load);
  await act(async () => void show(<Broken word="first" />));
  expect(screen.getByText('Failed')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await act(async () => void show(<Broken word="second" />));
  expect(screen.getByText('second')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
