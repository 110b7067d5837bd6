import type { TestService } from '#test/service.ts';
import type { Browser } from './browser.ts';

/** Fault of a request or its response. `lost`, `late` and `500 done` reach the service. */
export const FAULTS = ['lost', 'broken', 'silent', 'late', '401', '500', '500 done', '503', 'html'] as const;
export type Fault = (typeof FAULTS)[number];

const LATE_MS = 4000;
const HTML = '<!doctype html><title>Sign in to the network</title>';

/** The network between the tabs and the in-process service. */
export function startNetwork(browser: Browser, service: TestService) {
  let isOffline = false;
  const armed: { fault: Fault; isForWrites: boolean }[] = [];

  const carry = (url: string, { signal: _, ...init }: RequestInit) => browser.outside(() => service.fetch(url, init));
  const never = new Promise<never>(() => undefined);
  const fail = () => Promise.reject<never>(new TypeError('Failed to fetch'));
  const refuse = (status: number, headers?: Record<string, string>) =>
    Promise.resolve(new Response('', { status, ...(headers && { headers }) }));

  const pass: Record<Fault, (url: string, init: RequestInit) => Promise<Response>> = {
    lost: (url, init) => carry(url, init).then(fail),
    broken: fail,
    silent: () => never,
    late: (url, init) => {
      setTimeout(() => void carry(url, init), LATE_MS);
      return never;
    },
    '401': () => refuse(401),
    '500': () => refuse(500),
    '500 done': (url, init) => carry(url, init).then(() => refuse(500)),
    '503': () => refuse(503, { 'Retry-After': '3' }),
    html: () => Promise.resolve(new Response(HTML)),
  };
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    if (isOffline) return fail();
    const isWrite = init.method !== 'GET';
    const index = armed.findIndex(({ isForWrites }) => isWrite || !isForWrites);
    const [found] = index < 0 ? [] : armed.splice(index, 1);
    return found ? pass[found.fault](url, init) : carry(url, init);
  };

  return {
    fetch: (url: string, init: RequestInit): Promise<Response> => {
      const tab = browser.current();
      const { signal } = init;
      const given = Promise.withResolvers<Response>();
      signal?.addEventListener('abort', () => given.reject(signal.reason));
      // Drop the response if the tab has closed.
      fetch(url, init).then(
        (response) => tab?.isOpen !== false && given.resolve(response),
        (error: unknown) => tab?.isOpen !== false && given.reject(error),
      );
      return given.promise;
    },
    arm: (fault: Fault, isForWrites: boolean) => armed.push({ fault, isForWrites }),
    setOffline: (next: boolean) => {
      isOffline = next;
    },
    heal: () => {
      isOffline = false;
      armed.length = 0;
    },
  };
}

export type Network = ReturnType<typeof startNetwork>;
