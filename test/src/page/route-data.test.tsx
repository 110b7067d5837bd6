import { waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { connection, signIn, signOut } from '#src/api/connection.ts';
import { layoutLoader, revalidatesLayout } from '#src/app/layout.tsx';
import { navigate } from '#src/lib/router.ts';
import { idOf, routeData } from '#src/page/route-data.ts';
import { routes } from '#src/routes.tsx';
import { open, page, shown } from '../lib/open-address.tsx';

beforeEach(() => void signIn('https://chat.example', 'token'));

test('failing or slow data does not block the page', async () => {
  await open('/', [
    { path: '/', Component: page('old') },
    { path: '/failing', ...routeData(() => Promise.reject(new Error('refused'))), Component: page('failing') },
    {
      path: '/throwing',
      ...routeData(() => {
        throw new Error('no such tenant');
      }),
      Component: page('throwing'),
    },
    { path: '/slow', ...routeData(() => new Promise(() => {})), Component: page('slow') },
  ]);
  for (const name of ['failing', 'throwing', 'slow']) {
    await navigate(`/${name}`);
    await waitFor(() => expect(shown()).toBe(name));
  }
});

test('data is loaded again for another key, by default only on entering the route', async () => {
  const asked: string[] = [];
  const read = (name: string) => async () => void asked.push(name);
  await open('/rooms/1', [
    { path: '/rooms/:id', ...routeData(read('room'), idOf), Component: page('room') },
    { path: '/mine', ...routeData(read('mine'), ({ search }) => search), Component: page('mine') },
    {
      path: '/list',
      ...routeData(read('list')),
      Component: page('list'),
      children: [{ path: '/list/:id', Component: page('dialog') }],
    },
  ]);
  const addresses = ['/rooms/1?tab=2', '/rooms/2', '/mine', '/mine?q=a', '/mine?q=a', '/list', '/list?q=a', '/list/7'];
  for (const address of addresses) await navigate(address);
  expect(asked).toEqual(['room', 'room', 'mine', 'mine', 'list']);
});

test('when signed out nothing is loaded, and the sign-in page replaces the address', async () => {
  const asked: string[] = [];
  const routes: RouteObject[] = [
    { path: '/connect', Component: page('sign in') },
    {
      loader: layoutLoader,
      shouldRevalidate: revalidatesLayout,
      children: [{ path: '/rooms', ...routeData(async () => void asked.push('rooms')), Component: page('rooms') }],
    },
  ];
  await open('/connect', routes);
  const steps = history.length;
  signOut();
  expect(connection.get()).toBeUndefined();
  await navigate('/rooms?q=a');
  await waitFor(() => expect(shown()).toBe('sign in'));
  expect(location.pathname + location.search).toBe('/connect?then=%2Frooms%3Fq%3Da');
  expect(history.length).toBe(steps + 1);
  expect(asked).toEqual([]);

  signIn('https://chat.example', 'token');
  await navigate('/rooms');
  await waitFor(() => expect(shown()).toBe('rooms'));
  expect(asked).toEqual(['rooms']);
});

test('no two pages share a loader: navigating between them would count as staying, and wait longer', () => {
  const loadersIn = (level: readonly RouteObject[]): unknown[] =>
    level.flatMap(({ loader, children = [] }) => [loader, ...loadersIn(children)]);
  const loaders = loadersIn(routes).filter((loader) => loader !== undefined);
  expect(loaders.length).toBeGreaterThan(10);
  expect(loaders.filter((loader, index) => loaders.indexOf(loader) < index)).toEqual([]);
});
