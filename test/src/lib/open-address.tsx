import { render } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { firstPage, startRouter } from '#src/lib/router.ts';

export const page = (text: string) => () => <p>{text}</p>;

/** Navigates to an address like a page load. */
export async function open(address: string, routes: RouteObject[]) {
  history.pushState(null, '', location.origin + address);
  const router = startRouter(routes);
  await firstPage(router);
  return { ...render(<RouterProvider router={router} useTransitions={false} />), router };
}

export const shown = () => document.body.textContent;
