import { setTimeout } from 'node:timers/promises';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Link } from '#src/router/link.tsx';
import { Outlet } from '#src/router/outlet.tsx';
import type { Route } from '#src/router/route.ts';
import { currentLocation, isLoading, navigate, retry } from '#src/router/router.ts';
import { useParam, useSearchParams } from '#src/router/use-location.ts';
import { open, page, shown } from './open-address.tsx';

afterEach(() => vi.restoreAllMocks());

const Instead = ({ error }: { error: unknown }) => <p>Instead: {String(error)}</p>;

test('the first route that fits is shown, in what stands around it', async () => {
  const Frame = () => (
    <div>
      [<Outlet />]
    </div>
  );
  const Room = () => <>room {useParam('id')}</>;
  const routes: Route[] = [
    {
      Component: Frame,
      children: [
        { path: '/rooms/new', Component: page('new room') },
        { path: '/rooms/:id', Component: Room },
        { path: '*', Component: page('nothing') },
      ],
    },
  ];
  await open('/rooms/new', routes);
  expect(shown()).toBe('[new room]');
  for (const [address, text] of [
    ['/rooms/17', '[room 17]'],
    ['/rooms/a%2Fb%20%E3%81%82', '[room a/b あ]'],
    ['/rooms/%E3%8', '[room %E3%8]'],
    ['/ROOMS/17/', '[room 17]'],
    ['/rooms/17/18', '[nothing]'],
  ] as const) {
    await navigate(address);
    await waitFor(() => expect([address, shown()]).toEqual([address, text]));
  }
});

test('code and records are asked for side by side, and the old page stays until both are there', async () => {
  const asked: string[] = [];
  const code = Promise.withResolvers<{ Component: () => React.JSX.Element }>();
  const records = Promise.withResolvers<void>();
  await open('/', [
    { path: '/', Component: page('old') },
    {
      path: '/next',
      lazy: () => {
        asked.push('code');
        return code.promise;
      },
      loader: () => {
        asked.push('records');
        return records.promise;
      },
    },
  ]);
  const isThere = navigate('/next');
  expect(asked.toSorted()).toEqual(['code', 'records']);
  code.resolve({ Component: page('next') });
  await Promise.resolve();
  expect([shown(), location.pathname]).toEqual(['old', '/']);
  records.resolve();
  await isThere;
  await waitFor(() => expect([shown(), location.pathname]).toEqual(['next', '/next']));
});

test('only what takes its time is said to be loading', async () => {
  const said: boolean[] = [];
  const stop = isLoading.subscribe(() => said.push(isLoading.get()));
  const code = Promise.withResolvers<{ Component: () => React.JSX.Element }>();
  await open('/', [
    { path: '/', Component: page('old') },
    { path: '/soon', lazy: async () => ({ Component: page('soon') }) },
    { path: '/late', lazy: () => code.promise },
    { path: '/never', lazy: () => new Promise(() => {}) },
    { path: '/instead', lazy: async () => ({ Component: page('instead') }) },
  ]);
  await navigate('/soon');
  const isThere = navigate('/late');
  await vi.waitFor(() => expect(said).toEqual([true]));
  code.resolve({ Component: page('late') });
  await isThere;
  expect(said).toEqual([true, false]);
  void navigate('/never');
  await navigate('/instead');
  await setTimeout(300);
  expect(said).toEqual([true, false]);
  stop();
});

test('what asks something else of the same page is said to be loading later than another page', async () => {
  const said: boolean[] = [];
  const stop = isLoading.subscribe(() => said.push(isLoading.get()));
  const answer = Promise.withResolvers<void>();
  const loader = async ({ search }: { search: string }) => (search ? answer.promise : undefined);
  await open('/list', [
    { path: '/list', Component: page('list'), loader, loaderDeps: ({ search }) => search },
    { path: '/other', Component: page('other'), loader: () => new Promise(() => {}) },
  ]);
  const isThere = navigate({ search: '?of=v' });
  await setTimeout(200);
  expect(said).toEqual([]);
  await vi.waitFor(() => expect(said).toEqual([true]));
  answer.resolve();
  await isThere;
  expect(said).toEqual([true, false]);
  void navigate('/other');
  await setTimeout(200);
  expect(said.slice(2)).toEqual([true, false]);
  stop();
});

test('records that fail or are slow keep nobody from the page', async () => {
  await open('/', [
    { path: '/', Component: page('old') },
    { path: '/failing', loader: () => Promise.reject(new Error('refused')), Component: page('failing') },
    {
      path: '/throwing',
      loader: () => {
        throw new Error('no such tenant');
      },
      Component: page('throwing'),
    },
    { path: '/slow', loader: () => new Promise(() => {}), Component: page('slow') },
  ]);
  for (const name of ['failing', 'throwing', 'slow']) {
    await navigate(`/${name}`);
    await waitFor(() => expect(shown()).toBe(name));
  }
});

test('what comes late does not take the place of what was asked for since', async () => {
  const late = Promise.withResolvers<void>();
  await open('/', [
    { path: '/', Component: page('old') },
    { path: '/late', loader: () => late.promise, Component: page('late') },
    { path: '/soon', Component: page('soon') },
  ]);
  const first = navigate('/late');
  await navigate('/soon');
  late.resolve();
  await first;
  await waitFor(() => expect(shown()).toBe('soon'));
  expect(location.pathname).toBe('/soon');
  expect(isLoading.get()).toBe(false);
});

test('a loader runs again for another record, for what its route says, and for nothing else', async () => {
  const asked: string[] = [];
  const read = (name: string) => async () => void asked.push(name);
  await open('/rooms/1', [
    { path: '/rooms/:id', loader: read('room'), Component: page('room') },
    { path: '/list', loader: read('list'), loaderDeps: ({ search }) => search, Component: page('list') },
  ]);
  for (const address of ['/rooms/1?tab=2', '/rooms/2', '/list', '/list?q=a', '/list?q=a']) await navigate(address);
  expect(asked).toEqual(['room', 'room', 'list', 'list']);
});

test('what cannot be loaded is told by the innermost that can, within what stands around it, and asked for again', async () => {
  let fails = true;
  const Frame = () => (
    <div>
      [<Outlet />]
    </div>
  );
  const lazy = async () => {
    if (fails) throw new Error('no such file');
    return { Component: page('there') };
  };
  await open('/', [
    {
      Component: Frame,
      ErrorBoundary: Instead,
      children: [{ ErrorBoundary: Instead, children: [{ path: '/', lazy }] }],
    },
  ]);
  expect(shown()).toBe('[Instead: Error: no such file]');
  fails = false;
  await retry();
  await waitFor(() => expect(shown()).toBe('[there]'));
});

test('what cannot be drawn is told, and gone with the next address', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const fault = new Error('cannot be drawn');
  const Broken = () => {
    throw fault;
  };
  const routes: Route[] = [
    {
      ErrorBoundary: Instead,
      children: [
        { path: '/broken', Component: Broken },
        { path: '/whole', Component: page('whole') },
      ],
    },
  ];
  await open('/broken', routes);
  await waitFor(() => expect(shown()).toBe('Instead: Error: cannot be drawn'));
  expect(logged).toHaveBeenCalledWith(fault);
  await navigate('/whole');
  await waitFor(() => expect(shown()).toBe('whole'));
});

test('a link goes there with a plain click, and leaves all others to the browser', async () => {
  const Links = () => (
    <>
      <Link to="/b" state={1}>
        b
      </Link>
      <Link to="/a?q=1">here</Link>
    </>
  );
  await open('/a', [
    { path: '/a', Component: Links },
    { path: '/b', Component: page('there') },
  ]);
  const link = screen.getByRole('link', { name: 'b' });
  expect(link.getAttribute('href')).toBe('/b');
  expect(screen.getByRole('link', { name: 'here' }).getAttribute('href')).toBe('/a?q=1');
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }]) {
    const isLeft = fireEvent.click(link, held);
    expect([held, isLeft, currentLocation().pathname]).toEqual([held, true, '/a']);
  }
  const steps = history.length;
  fireEvent.click(screen.getByRole('link', { name: 'here' }));
  fireEvent.click(screen.getByRole('link', { name: 'here' }));
  expect([location.search, history.length]).toEqual(['?q=1', steps + 1]);
  expect(fireEvent.click(link)).toBe(false);
  await waitFor(() => expect(shown()).toBe('there'));
  expect(currentLocation().state).toBe(1);
});

test('a change of the query keeps the one before it, whose records are not there yet', async () => {
  const Tools = () => {
    const [, change] = useSearchParams();
    return ['x', 'y'].map((name) => (
      <button key={name} type="button" onClick={() => change((search) => search.set(name, '1'))}>
        {name}
      </button>
    ));
  };
  const records = Promise.withResolvers<void>();
  await open('/a', [
    { path: '/a', loader: () => records.promise, loaderDeps: ({ search }) => search, Component: Tools },
    { path: '/b', loader: () => records.promise, Component: page('b') },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'x' }));
  fireEvent.click(screen.getByRole('button', { name: 'y' }));
  expect(location.search).toBe('');
  records.resolve();
  await waitFor(() => expect(location.search).toBe('?x=1&y=1'));
  void navigate('/b?z=1');
  fireEvent.click(screen.getByRole('button', { name: 'x' }));
  await waitFor(() => expect(isLoading.get()).toBe(false));
  expect(location.pathname + location.search).toBe('/a?x=1&y=1');
});

test('the query is changed from what it is now', async () => {
  const Tools = () => {
    const [params, change] = useSearchParams();
    return (
      <button type="button" onClick={() => change((search) => search.append('x', '1'), { replace: true })}>
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
