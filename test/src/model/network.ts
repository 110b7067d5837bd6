import type { TestService } from '#test/service.ts';
import { isWrite, type Respond } from '../answering.ts';
import { afterwards, connectionRefused, emptyResponse, responseLost } from '../network-faults.ts';
import type { Browser } from './browser.ts';

/** Fault of a request or its response. `lost`, `late` and `500 done` reach the service. */
export const FAULTS = ['lost', 'refused', 'silent', 'late', '401', '500', '500 done', '503', 'html'] as const;
export type Fault = (typeof FAULTS)[number];

const LATE_MS = 4000;
const HTML = '<!doctype html><title>Sign in to the network</title>';

const never = new Promise<never>(() => undefined);
const responses: Record<Fault, Respond> = {
  lost: responseLost,
  refused: connectionRefused,
  silent: () => never,
  late: (passOn) => {
    setTimeout(() => void passOn(), LATE_MS);
    return never;
  },
  '401': emptyResponse(401),
  '500': emptyResponse(500),
  '500 done': afterwards(emptyResponse(500)),
  '503': emptyResponse(503, { 'Retry-After': '3' }),
  html: async () => new Response(HTML),
};

/** The network between the tabs and the in-process service. */
export function startNetwork(browser: Browser, service: TestService) {
  let isOffline = false;
  const armed: { fault: Fault; isForWrites: boolean }[] = [];

  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    // The service carries out requests that the page aborts.
    const { signal: _, ...sent } = init;
    const passOn = () => browser.outside(() => service.fetch(url, sent));
    if (isOffline) return connectionRefused(passOn, url);
    const index = armed.findIndex(({ isForWrites }) => isWrite(url, init) || !isForWrites);
    const [found] = index < 0 ? [] : armed.splice(index, 1);
    return found ? responses[found.fault](passOn, url) : passOn();
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
