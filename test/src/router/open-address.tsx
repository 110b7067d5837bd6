import { render } from '@testing-library/react';
import { Outlet } from '#src/router/outlet.tsx';
import type { Route } from '#src/router/route.ts';
import { startRouter } from '#src/router/router.ts';

export const page = (text: string) => () => <p>{text}</p>;

/** Opens an address as a browser does. */
export async function open(address: string, routes: readonly Route[]) {
  history.pushState(null, '', location.origin + address);
  await startRouter(routes);
  return render(<Outlet />);
}

export const shown = () => document.body.textContent;
