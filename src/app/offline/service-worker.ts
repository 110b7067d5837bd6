/// <reference lib="webworker" />
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { delay } from '#src/lib/delay.ts';
import { isPageAddress } from './page-address.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

interface InstallEvent extends ExtendableEvent {
  /** Not in every browser: https://w3c.github.io/ServiceWorker/#register-router-method */
  addRoutes?: (rule: {
    condition: { urlPattern: Readonly<Record<string, string>> };
    source: 'network';
  }) => Promise<void>;
}

/**
 * Precache key of the page. No navigation uses this URL, so the precached page is only a fallback if the host is down.
 */
const SHELL = './?shell';
const SLOW_MS = 5_000;
const isBehindHash = new URLSearchParams(self.location.search).has('hash');

precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] });
cleanupOutdatedCaches();

self.addEventListener('install', (event: InstallEvent) => {
  // Static routing: API requests bypass the worker, so they neither pass through it nor wait for its start.
  // Matches every host: components left out would default to those of this script's URL.
  const urlPattern = { protocol: 'http{s}?', hostname: '*', port: '*', pathname: '*/rapi/*' };
  event.waitUntil(Promise.resolve(event.addRoutes?.({ condition: { urlPattern }, source: 'network' })));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable());
});

self.addEventListener('fetch', (event) => {
  const { mode, destination, url } = event.request;
  const isOpened = mode === 'navigate' && destination === 'document';
  if (isOpened && isPageAddress(url, self.registration.scope, isBehindHash)) event.respondWith(answerPage(event));
});

self.addEventListener('message', (event) => {
  event.waitUntil(takeOver(event.data));
});

/** Network first: the host's response, whatever its status; after a timeout or network error, the precached page. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const answer = fromHost(event);
  event.waitUntil(answer.catch(() => undefined));
  const inTime = await Promise.race([answer, delay(SLOW_MS).then(() => undefined)]).catch(() => undefined);
  return inTime ?? (await matchPrecache(SHELL)) ?? answer;
}

async function fromHost({ preloadResponse, request }: FetchEvent): Promise<Response> {
  // The navigation request as sent by the browser.
  return (await preloadResponse) ?? self.fetch(request);
}

/** Activates this worker when the user asks for the new version, or when only one window is left. */
async function takeOver(message: unknown): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (message === 'take over' || (message === 'take over if alone' && pages.length === 1)) await self.skipWaiting();
}
