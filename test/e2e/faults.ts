import { type Fault, type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { personOf } from '../service-process.ts';
import { test as journey } from './journey.ts';

const HTML = { 'Content-Type': 'text/html' };

/** Network and proxy faults. Each affects one request; `reads` applies to the reads that accompany it. */
export const FAULTS: Readonly<Record<string, Fault & { reads?: Fault[] }>> = {
  refused: { kind: 'break' },
  reset: { kind: 'break', at: 'answer' },
  'cut in the middle': { kind: 'break', at: 'middle' },
  slow: { kind: 'pass', afterMs: 700 },
  late: { kind: 'pass', answerAfterMs: 700 },
  'out of order': { kind: 'pass', reads: [{ kind: 'pass', answerAfterMs: 500 }, { kind: 'pass' }] },
  'fault of the service': { kind: 'answer', status: 500 },
  'too many requests': { kind: 'answer', status: 429, headers: { 'Retry-After': '1' } },
  'page instead of data': { kind: 'answer', status: 200, headers: HTML, body: '<title>Welcome</title><form>' },
  'page of a gateway': { kind: 'answer', status: 502, headers: HTML, body: '<title>Bad gateway</title>' },
};

interface Wire {
  proxy: FaultProxy;
  /** The fault applies to the next request with this method and a matching address. */
  failNext: (fault: Fault & { reads?: Fault[] }, method: string, url: RegExp) => void;
  /** Number of matching requests since the last fault was set. */
  count: () => number;
  clearFault: () => void;
}

/** A browser that reaches the service through a fault-injecting proxy. */
export const test = journey.extend<{ wire: Wire }>({
  wire: async ({ service }, use) => {
    const proxy = await startFaultProxy(service.origin, personOf(service, 'admin').host);
    let count = 0;
    await use({
      proxy,
      failNext: ({ reads = [], ...fault }, method, url) => {
        count = 0;
        let read = 0;
        proxy.setFaults((asked, by) => {
          if (by === method && url.test(asked)) return count++ === 0 ? fault : { kind: 'pass' };
          return (by === 'GET' && reads[read++ % reads.length]) || { kind: 'pass' };
        });
      },
      count: () => count,
      clearFault: () => proxy.setFaults(() => ({ kind: 'pass' })),
    });
    await proxy.close();
  },
  baseURL: ({ wire }, use) => use(wire.proxy.origin),
  // The browser's own messages about network failures.
  expectedComplaints: [/^Failed to load resource: /],
});
