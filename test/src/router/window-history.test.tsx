import { setTimeout } from 'node:timers/promises';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentLocation, navigate } from '#src/router/router.ts';
import { open, page, shown } from './open-address.tsx';

afterEach(() => vi.restoreAllMocks());

test('a redirect takes the place of the address it stands at', async () => {
  let isOpen = false;
  await open('/', [
    { path: '/door', Component: page('door') },
    { path: '/', redirect: () => '/hall' },
    { redirect: () => (isOpen ? undefined : '/door'), children: [{ path: '/hall', Component: page('hall') }] },
  ]);
  const steps = history.length;
  await waitFor(() => expect([shown(), location.pathname]).toEqual(['door', '/door']));
  isOpen = true;
  await navigate('/');
  await waitFor(() => expect(shown()).toBe('hall'));
  expect(history.length).toBe(steps + 1);
});

test('Back leads to the page before, with what was kept with it', async () => {
  await open('/a', [
    { path: '/a', Component: page('a') },
    { path: '/b', Component: page('b') },
  ]);
  await navigate('/a?x=1', { replace: true, state: { isFromList: true } });
  const { key } = currentLocation();
  await navigate('/b');
  await waitFor(() => expect(shown()).toBe('b'));
  await navigate(-1);
  await waitFor(() => expect(shown()).toBe('a'));
  expect(currentLocation()).toMatchObject({ pathname: '/a', search: '?x=1', state: { isFromList: true }, key });
});

test('an address in the place of another is written when its page is there, when the tab closes, and over no other', async () => {
  await open('/a', [
    { path: '/a', Component: page('a') },
    { path: '/b', Component: page('b') },
  ]);
  await navigate('/a?x=1', { replace: true });
  expect([currentLocation().search, location.search]).toEqual(['?x=1', '']);
  await waitFor(() => expect(location.search).toBe('?x=1'));
  await navigate('/a?x=2', { replace: true });
  window.dispatchEvent(new Event('pagehide'));
  expect(location.search).toBe('?x=2');
  await navigate('/b');
  await navigate('/b?y=1', { replace: true });
  history.back();
  await waitFor(() => expect(shown()).toBe('a'));
  await setTimeout(100);
  expect(location.pathname + location.search).toBe('/a?x=2');
});

test('a browser that takes no more addresses for now shows the page all the same', async () => {
  await open('/a', [
    { path: '/a', Component: page('a') },
    { path: '/b', Component: page('b') },
  ]);
  vi.spyOn(history, 'pushState').mockImplementation(() => {
    throw new DOMException('100 times per 30 seconds', 'SecurityError');
  });
  await navigate('/b');
  await waitFor(() => expect(shown()).toBe('b'));
});
