import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { ToastCard, ToastRegion } from '#src/ui/overlay/toast-region.tsx';
import { dismissToast, showToast, toasts } from '#src/ui/overlay/toasts.ts';
import { renderUi } from './render-ui.tsx';

beforeAll(async () => void (await ToastCard.preload()));
beforeEach(() => void vi.useFakeTimers());

function renderRegion() {
  renderUi(
    <main tabIndex={-1}>
      <button type="button">Row</button>
      <ToastRegion />
    </main>,
  );
}

const shown = () => screen.queryByRole('region', { name: 'Notifications' })?.textContent ?? '';
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
function said(how: 'polite' | 'assertive') {
  return [...document.querySelectorAll(`[aria-live="${how}"] p`)].map((line) => line.textContent);
}

test('the same text twice is two additions to the live region', () => {
  renderRegion();
  act(() => announce('Approved'));
  act(() => announce('Approved'));
  expect(said('polite')).toEqual(['Approved', 'Approved']);
});

test('announcements are removed from the page', async () => {
  renderRegion();
  act(() => announce('Approved'));
  await wait(10_000);
  expect(said('polite')).toEqual([]);
});

test('a toast is shown, announced, and gone after six seconds', async () => {
  renderRegion();
  act(() => void showToast({ text: 'Client saved' }));
  expect(shown()).toContain('Client saved');
  expect(said('polite')).toEqual(['Client saved']);
  await wait(5_900);
  expect(shown()).toContain('Client saved');
  await wait(200);
  expect(shown()).toBe('');
});

test('a failure is announced assertively, and stays until dismissed', async () => {
  renderRegion();
  act(() => void showToast({ text: 'Not saved', detail: 'Forbidden', tone: 'bad' }));
  expect(said('assertive')).toEqual(['Not saved Forbidden']);
  await wait(60_000);
  expect(shown()).toContain('Forbidden');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(shown()).toBe('');
});

test('hovering pauses the timeout, and later toasts still time out after a dismissal', async () => {
  renderRegion();
  act(() => void showToast({ text: 'First' }));
  fireEvent.pointerEnter(screen.getByRole('region'));
  await wait(20_000);
  expect(shown()).toContain('First');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  act(() => void showToast({ text: 'Second' }));
  await wait(6_100);
  expect(shown()).toBe('');
});

test('the action runs, removes the toast and restores the focus', () => {
  renderRegion();
  const undo = vi.fn();
  const row = screen.getByRole('button', { name: 'Row' });
  row.focus();
  act(() => void showToast({ text: 'Approving', action: { label: 'Undo', onAct: undo } }));
  act(() => screen.getByRole('button', { name: /Undo/ }).focus());
  fireEvent.click(screen.getByRole('button', { name: /Undo/ }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(shown()).toBe('');
  expect(document.activeElement).toBe(row);
});

test('the remaining seconds count down, and a toast with the same id replaces it', async () => {
  renderRegion();
  const lasts = Number.POSITIVE_INFINITY;
  act(() => void showToast({ id: 'outbox', text: 'Approving', until: Date.now() + 6_000, lasts }));
  expect(shown()).toContain('6 s');
  await wait(2_000);
  expect(shown()).toContain('4 s');
  act(() => void showToast({ id: 'outbox', text: 'Approved' }));
  expect(shown()).toContain('Approved');
  expect(shown()).not.toContain('Approving');
});

test('dismissing a toast that is not there renders nothing', () => {
  const changed = vi.fn();
  const stop = toasts.subscribe(changed);
  dismissToast('none');
  stop();
  expect(changed).not.toHaveBeenCalled();
});
