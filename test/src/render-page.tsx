import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type RouteObject, RouterProvider } from 'react-router';
import { afterEach, vi } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { signIn, signOut } from '#src/api/connection.ts';
import { queryClient } from '#src/api/query-client.ts';
import { startRouter } from '#src/lib/router.ts';
import { ToastCard, ToastRegion } from '#src/ui/toast-region.tsx';
import { dismissToast, toasts } from '#src/ui/toasts.ts';
import { createService, type TestService } from '#test/service.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

// jsdom brings classes of its own, which Node's buffers are no instances of; the service asks for that.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer);
globalThis.ArrayBuffer = Object.getPrototypeOf(Buffer.from('a').buffer).constructor;

type Fetch = typeof globalThis.fetch;

export interface PageOptions {
  routes: readonly RouteObject[];
  /** Whose token the page has. Default: admin. */
  role?: Role;
  /** Stands between the page and the service, for faults and for looking on. */
  wrapFetch?: (fetch: Fetch) => Fetch;
  /** Whether each component is mounted twice, which gives up the first reading of a list and asks again. Default: yes. */
  isStrict?: boolean;
}

let service: TestService | undefined;

/** The service that the next page will talk to, with nothing in it but people. */
export async function startService(): Promise<TestService> {
  service = await createService();
  return service;
}

/** Shows an address of the dashboard, served by the real service in this process. */
export async function renderPage(
  path: string,
  { routes, role = 'admin', wrapFetch = (fetch) => fetch, isStrict = true }: PageOptions,
) {
  const current = service ?? (await startService());
  const requests: Request[] = [];
  const watched: Fetch = (input, init) => {
    // jsdom's signals are not Node's, which is the only kind that Node's Request takes.
    const { signal, ...rest } = init ?? {};
    requests.push(new Request(input, rest));
    return abortable(current.fetch(input, rest), signal);
  };
  // As the layout does right after the first screen.
  await ToastCard.fetchCode();
  vi.stubGlobal('fetch', wrapFetch(watched));
  signIn(current.origin, current.tokens[role]);
  history.pushState(null, '', location.origin + path);
  const router = startRouter([
    // Nothing is shown until the first page is there, nor where a link leads out of the given routes.
    { HydrateFallback: () => null, children: [...routes, { path: '*', Component: () => null }] },
  ]);
  const user = userEvent.setup();
  const view = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <main tabIndex={-1}>
          <RouterProvider router={router} useTransitions={false} />
        </main>
        <ToastRegion />
      </QueryClientProvider>
    </I18nProvider>,
    { reactStrictMode: isStrict },
  );
  return { ...view, user, service: current, requests };
}

/** Waits until something is told in a toast; it is said aloud as well. */
export const findToast = (text: string) => screen.findAllByText(text);

function abortable(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return answer;
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([answer, aborted]);
}

afterEach(async () => {
  // Before the sign-out, at which what is shown would ask once more.
  cleanup();
  signOut();
  queryClient.clear();
  for (const { id } of toasts.get()) dismissToast(id);
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  await service?.close();
  service = undefined;
});
