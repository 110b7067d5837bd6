import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Outlet, useNavigation, useParams, useRouteError, useSearchParams } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { currentLocation, currentSearch, lastAction, navigate, retry } from '#src/lib/router.ts';
import { expectComplaints } from '../fail-on-console.ts';
import { open, page, shown } from './open-address.tsx';

afterEach(() => vi.restoreAllMocks());

const Failed = () => <p>Failed: {String(useRouteError())}</p>;

const Frame = () => (
  <div>
    [<Outlet />]
  </div>
);

function changeSearch(change: (params: URLSearchParams) => void, options?: { replace: boolean }) {
  const params = new URLSearchParams(currentSearch());
  change(params);
  void navigate({ search: `?${params}` }, options);
}

test('a parameter is decoded if possible', async () => {
  expectComplaints(/could not be decoded/);
  const Room = () => <>room {useParams().id}</>;
  await open('/rooms/a%2Fb%20%E3%81%82', [{ path: '/rooms/:id', Component: Room }]);
  expect(shown()).toBe('room a/b あ');
  await navigate('/rooms/%E3%8');
  await waitFor(() => expect(shown()).toBe('room %E3%8'));
});

test('code and data load in parallel, and the old page stays until both are loaded', async () => {
  const asked: string[] = [];
  const code = Promise.withResolvers<{ Component: () => React.JSX.Element }>();
  const data = Promise.withResolvers<null>();
  const Busy = () => <>{useNavigation().state === 'loading' && 'loading '}</>;
  const Layout = () => (
    <>
      <Busy />
      <Outlet />
    </>
  );
  await open('/', [
    {
      Component: Layout,
      children: [
        { path: '/', Component: page('old') },
        {
          path: '/next',
          lazy: () => {
            asked.push('code');
            return code.promise;
          },
          loader: () => {
            asked.push('data');
            return data.promise;
          },
        },
      ],
    },
  ]);
  const isThere = navigate('/next');
  await waitFor(() => expect(shown()).toBe('loading old'));
  expect(asked.toSorted()).toEqual(['code', 'data']);
  code.resolve({ Component: page('next') });
  await Promise.resolve();
  expect([shown(), location.pathname]).toEqual(['loading old', '/']);
  data.resolve(null);
  await isThere;
  await waitFor(() => expect([shown(), location.pathname]).toEqual(['next', '/next']));
});

test('a slow navigation does not replace a newer one', async () => {
  const late = Promise.withResolvers<null>();
  await open('/', [
    { path: '/', Component: page('old') },
    { path: '/late', loader: () => late.promise, Component: page('late') },
    { path: '/soon', Component: page('soon') },
  ]);
  const first = navigate('/late');
  await navigate('/soon');
  late.resolve(null);
  await first;
  await waitFor(() => expect(shown()).toBe('soon'));
  expect(location.pathname).toBe('/soon');
});

test('a page that fails to load is reported within its layout and can be retried', async () => {
  let fails = true;
  const lazy = async () => {
    if (fails) throw new Error('no such file');
    return { Component: page('there') };
  };
  await open('/', [
    {
      Component: Frame,
      ErrorBoundary: Failed,
      children: [{ ErrorBoundary: Failed, children: [{ path: '/', lazy }] }],
    },
  ]);
  expect(shown()).toBe('[Failed: Error: no such file]');
  fails = false;
  await retry();
  await waitFor(() => expect(shown()).toBe('[there]'));
});

test('a page that fails to render is reported until the next navigation', async () => {
  expectComplaints(/cannot be rendered/);
  const Broken = () => {
    throw new Error('cannot be rendered');
  };
  await open('/broken', [
    {
      ErrorBoundary: Failed,
      children: [
        { path: '/broken', Component: Broken },
        { path: '/whole', Component: page('whole') },
      ],
    },
  ]);
  await waitFor(() => expect(shown()).toBe('Failed: Error: cannot be rendered'));
  await navigate('/whole');
  await waitFor(() => expect(shown()).toBe('whole'));
});

test('a page that fails to render can be retried', async () => {
  expectComplaints(/cannot be rendered/);
  let fails = true;
  const Broken = () => {
    if (fails) throw new Error('cannot be rendered');
    return 'rendered';
  };
  await open('/broken', [{ ErrorBoundary: Failed, children: [{ path: '/broken', Component: Broken }] }]);
  await waitFor(() => expect(shown()).toBe('Failed: Error: cannot be rendered'));
  fails = false;
  await retry();
  await waitFor(() => expect(shown()).toBe('rendered'));
});

test('Back restores the previous page with its history state', async () => {
  await open('/a', [
    { path: '/a', Component: page('a') },
    { path: '/b', Component: page('b') },
  ]);
  expect(lastAction()).toBe('POP');
  await navigate('/a?x=1', { replace: true, state: { isFromList: true } });
  const { key } = currentLocation();
  await navigate('/b');
  await waitFor(() => expect(shown()).toBe('b'));
  expect(lastAction()).toBe('PUSH');
  await navigate(-1);
  await waitFor(() => expect(shown()).toBe('a'));
  expect(currentLocation()).toMatchObject({ pathname: '/a', search: '?x=1', state: { isFromList: true }, key });
});

test('a query change builds on a pending one of the same page, not of another page', async () => {
  const Tools = () =>
    ['x', 'y'].map((name) => (
      <button key={name} type="button" onClick={() => changeSearch((search) => search.set(name, '1'))}>
        {name}
      </button>
    ));
  const data = Promise.withResolvers<null>();
  let isSlow = false;
  const loader = () => (isSlow ? data.promise : null);
  await open('/a', [
    { path: '/a', loader, Component: Tools },
    { path: '/b', loader, Component: page('b') },
  ]);
  isSlow = true;
  fireEvent.click(screen.getByRole('button', { name: 'x' }));
  fireEvent.click(screen.getByRole('button', { name: 'y' }));
  expect(location.search).toBe('');
  data.resolve(null);
  await waitFor(() => expect(location.search).toBe('?x=1&y=1'));
  void navigate('/b?z=1');
  fireEvent.click(screen.getByRole('button', { name: 'x' }));
  await waitFor(() => expect(location.pathname + location.search).toBe('/a?x=1&y=1'));
});

test('two consecutive query changes are both kept', async () => {
  const Tools = () => {
    const [params] = useSearchParams();
    return (
      <button type="button" onClick={() => changeSearch((search) => search.append('x', '1'), { replace: true })}>
        {params.getAll('x').length}
      </button>
    );
  };
  await open('/a?y=%E3%81%82', [{ path: '/a', Component: Tools }]);
  const steps = history.length;
  const button = screen.getByRole('button');
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(shown()).toBe('2'));
  expect(new URLSearchParams(location.search).get('y')).toBe('あ');
  expect(history.length).toBe(steps);
});

test('a browser that throttles the history API still shows the pages', async () => {
  const refuse = () => {
    throw new DOMException('100 times per 30 seconds', 'SecurityError');
  };
  await open('/a', [
    { path: '/a', Component: page('a') },
    { path: '/b', Component: page('b') },
    { path: '/c', Component: page('c') },
  ]);
  vi.spyOn(history, 'pushState').mockImplementation(refuse);
  vi.spyOn(history, 'replaceState').mockImplementation(refuse);
  await navigate('/b');
  await waitFor(() => expect(shown()).toBe('b'));
  await navigate('/c', { replace: true });
  await waitFor(() => expect(shown()).toBe('c'));
  expect(currentLocation().pathname).toBe('/c');
});
