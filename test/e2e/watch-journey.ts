import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { personOf } from '../service-process.ts';
import { test as journey } from './journey.ts';

/** Rooms of the demo tenant `lumen`, which no other journey looks at, by way of a proxy that makes faults. */
export interface Desk {
  proxy: FaultProxy;
  /** Shows a page of the dashboard, signed in. */
  open: (path: string, page?: Page) => Promise<void>;
  /** Makes a support room that waits; resolves with its id. */
  startWaiting: (name: string) => Promise<string>;
  setAwaiting: (id: string, isAwaiting: boolean) => Promise<void>;
}

export const test = journey.extend<{ desk: Desk }>({
  desk: async ({ service, page: firstPage }, use) => {
    const admin = personOf(service, 'admin', 'lumen');
    const proxy = await startFaultProxy(service.origin, admin.host);
    const made: string[] = [];
    const send = async (method: string, path: string, body?: unknown) => {
      const headers = { 'X-Access-Token': admin.token, 'Content-Type': MEDIA_TYPE, Host: admin.host };
      const answer = await firstPage.request.fetch(`${service.origin}${API_PREFIX}${path}`, {
        method,
        headers,
        ...(body !== undefined && { data: JSON.stringify(body) }),
      });
      expect(answer.ok(), await answer.text()).toBe(true);
      return answer.json();
    };
    await use({
      proxy,
      open: async (path, page = firstPage) => {
        // As after signing in, so that a page is loaded once.
        await page.addInitScript(
          ([origin = '', token]) => {
            const saved = { address: origin, name: new URL(origin).host, colour: 'blue', verb: 'PUT' };
            localStorage.setItem('countersign.connections', JSON.stringify([saved]));
            sessionStorage.setItem('countersign.chosen', JSON.stringify(origin));
            sessionStorage.setItem('countersign.tokens', JSON.stringify({ [origin]: token }));
          },
          [proxy.origin, admin.token],
        );
        await page.goto(proxy.origin + path);
        await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
      },
      startWaiting: async (name) => {
        const attributes = { name, kind: 'support_room', awaiting_support: true };
        const { data } = await send('POST', '/rooms', { data: { type: 'rooms', attributes } });
        made.push(data.id);
        return data.id;
      },
      setAwaiting: async (id, awaiting_support) => {
        await send('PUT', `/rooms/${id}`, { data: { type: 'rooms', id, attributes: { awaiting_support } } });
      },
    });
    for (const id of made) await send('DELETE', `/rooms/${id}`);
    await proxy.close();
  },
});

/** The list of rooms that wait. */
export const table = (page: Page) => page.getByRole('table', { name: 'Rooms that await support' });

/** Readings of the list that have been answered so far. */
export const readings = ({ passages }: FaultProxy) =>
  passages.filter(({ url }) => url.includes('awaiting_support') && url.includes('page%5Bsize%5D=100'));

/** Makes the page believe that it is seen or not. */
export const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    isVisible ? 'visible' : 'hidden',
  );

const STEP_MS = 2_500;

/** A request that is kept waiting on purpose is not waited for longer, by the true clock. */
const ANSWERED_MS = 250;
/** What one tab stores or tells reaches the others by the true clock as well. */
const TOLD_MS = 100;

/** Lets time pass by the fast clock, in steps that leave requests and other tabs the time they may take. */
export async function letPass(context: BrowserContext, { proxy }: Desk, ms: number): Promise<void> {
  const asked = new Set<Request>();
  const note = (request: Request) => void asked.add(request);
  context.on('request', note);
  for (let left = ms; left > 0; left -= STEP_MS) {
    await context.clock.runFor(Math.min(left, STEP_MS));
    // One that has left the page may not have reached the proxy.
    const answered = Promise.allSettled([...asked].map((request) => request.response()));
    await Promise.all([Promise.race([answered, setTimeout(ANSWERED_MS)]), setTimeout(TOLD_MS)]);
    asked.clear();
    await proxy.settled();
  }
  context.off('request', note);
}
