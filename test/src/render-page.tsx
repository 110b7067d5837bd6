import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, onTestFinished, vi } from 'vitest';
import type { Role } from '#server/access/caller.ts';
import { signIn } from '#src/api/connection.ts';
import { queryClient } from '#src/api/query-client.ts';
import { startRouter } from '#src/lib/router.ts';
import { ToastCard, ToastRegion } from '#src/ui/overlay/toast-region.tsx';
import { pauseToastTimers, toasts } from '#src/ui/overlay/toasts.ts';
import { serviceMaker, type TestService } from '#test/service.ts';
import type { Fetch, Middleware } from './answering.ts';
import { dismissToasts } from './reset-page.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

export interface PageOptions {
  routes: readonly RouteObject[];
  /** Role of the signed-in user. Default: admin. */
  role?: Role;
  /** Middleware between the page and the service, to inject faults or observe requests. */
  wrapFetch?: Middleware;
  /** Strict mode: mounts each component twice, which aborts and repeats the first request of a list. Default: true. */
  isStrict?: boolean;
}

const makeService = serviceMaker();
let service: TestService | undefined;

/** Creates the service for the next page, with no data except users. */
export async function startService(): Promise<TestService> {
  const made = await makeService();
  service = made;
  // After `reset-page.ts` has unmounted the page.
  onTestFinished(async () => {
    service = undefined;
    await made.close();
  });
  return made;
}

/** Renders an address of the dashboard against the real service in this process. */
export async function renderPage(
  path: string,
  { routes, role = 'admin', wrapFetch = (fetch) => fetch, isStrict = true }: PageOptions,
) {
  const current = service ?? (await startService());
  const requests: Request[] = [];
  const watched: Fetch = (input, init) => {
    // The service carries out requests that the page aborts.
    const { signal, ...sent } = init ?? {};
    requests.push(new Request(input, sent));
    return abortable(current.fetch(input, sent), signal);
  };
  // The layout preloads this chunk right after the first screen.
  await ToastCard.preload();
  vi.stubGlobal('fetch', wrapFetch(watched));
  signIn(current.origin, current.tokens[role]);
  // A new history entry, because state that pages keep per entry outlives a test.
  history.pushState({ key: crypto.randomUUID() }, '', location.origin + path);
  const router = startRouter([
    // Render nothing while the first page loads, and for links outside the given routes.
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

/** Creates data, then shows a page, whose path may depend on the data; returns both. */
export const startThenShow =
  <Made extends object, Page extends object>(
    start: () => Promise<Made>,
    show: (path?: string, options?: Partial<PageOptions>) => Promise<Page>,
  ) =>
  async (path?: string | ((made: Made) => string), options?: Partial<PageOptions>): Promise<Made & Page> => {
    const made = await start();
    return { ...made, ...(await show(typeof path === 'function' ? path(made) : path, options)) };
  };

/** Waits for a toast; its live region contains the text as well. */
export async function findToast(text: string) {
  const found = await screen.findAllByText(text);
  // As if the pointer rested on it: a busy machine may take longer than it lasts to press its button.
  pauseToastTimers(true);
  return found;
}

/** Waits for a toast, and dismisses it, so that the next one cannot be mistaken for it. */
export async function takeToast(text: string) {
  await waitFor(() => expect(toasts.get()).toMatchObject([{ text }]));
  act(dismissToasts);
}

function abortable(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return answer;
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([answer, aborted]);
}
