import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { personOf } from '../service-process.ts';
import { test as journey } from './journey.ts';

/** Rooms of the demo tenant `lumen`, which no other test uses, behind a fault-injecting proxy. */
export interface Desk {
  proxy: FaultProxy;
  /** Opens a page of the dashboard, signed in. */
  open: (path: string, page?: Page) => Promise<void>;
  /** Creates a support room that waits; resolves with its id. */
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
        // The same state as after signing in, without a second page load.
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

/** The table of waiting rooms. */
export const table = (page: Page) => page.getByRole('table', { name: 'Waiting visitors' });

/** Polls of the list that have been answered so far. */
export const readings = ({ passages }: FaultProxy) =>
  passages.filter(({ url }) => url.includes('awaiting_support') && url.includes('page%5Bsize%5D=100'));

/** Fakes the page's visibility. */
export const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    isVisible ? 'visible' : 'hidden',
  );

/** Step in which a paused clock advances while `inTime` lets time flow. */
const TICK_MS = 50;
const STEP_MS = 2_500;
/** Longer than the calls between `install` and `pauseAt` take; bounds how far the clock jumps. */
const AHEAD_MS = 600_000;

/** Pauses the clocks of all tabs at the same time; from here on, only `letPass` and `inTime` advance them. */
export async function holdClock(context: BrowserContext, time = Date.now()): Promise<void> {
  await context.addInitScript(keepMarks);
  await context.clock.install({ time: time - AHEAD_MS });
  await context.clock.pauseAt(time);
}

/** Lets the paused clock run while `act` is pending: never faster than real time, slower on a busy machine. */
export async function inTime<Result>(context: BrowserContext, act: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const flow = async () => {
    while (!isOver) {
      await context.clock.runFor(TICK_MS);
      await setTimeout(TICK_MS);
    }
  };
  const flowing = flow();
  try {
    return await act();
  } finally {
    isOver = true;
    await flowing;
  }
}

/**
 * Fast-forwards the clock in steps. After each step, waits for everything that takes real time: requests, storage
 * events and messages between tabs.
 */
export async function letPass(
  context: BrowserContext,
  { proxy }: Desk,
  ms: number,
  stepMs: number = STEP_MS,
): Promise<void> {
  const asked = new Set<Request>();
  const note = (request: Request) => void asked.add(request);
  context.on('request', note);
  const step = async (by: number) => {
    await context.clock.runFor(by);
    const hasAsked = asked.size > 0;
    while (asked.size > 0) {
      const all = [...asked];
      asked.clear();
      await Promise.allSettled(all.map(async (request) => (await request.response())?.finished()));
    }
    await proxy.settled();
    await allTold(context.pages());
    return hasAsked;
  };
  for (let left = ms; left > 0; left -= stepMs) await step(Math.min(left, stepMs));
  // The page handles the last answer in a timer.
  while (await step(TICK_MS));
  context.off('request', note);
}

/**
 * Resolves when each tab has settled its `underWay` promises, and has received the other tabs' messages, storage events
 * and replies. The second round of marks covers the replies to everything sent before the first round.
 */
async function allTold(pages: Page[]): Promise<void> {
  const marks = pages.map(() => [crypto.randomUUID(), crypto.randomUUID()]);
  const exchange = async ({ all, at }: { all: string[][]; at: number }) => {
    for (const [round, own = ''] of (all[at] ?? []).entries()) {
      const others = all.toSpliced(at, 1).map((each) => each[round] ?? '');
      await Promise.allSettled(Reflect.get(window, 'underWay') ?? []);
      await Reflect.get(window, 'exchangeMarks')?.(own, others);
    }
  };
  await Promise.all(pages.map((page, at) => page.evaluate(exchange, { all: marks, at })));
}

/** Messages and storage events between two tabs arrive in order: once the mark arrives, so has everything before it. */
function keepMarks(): void {
  const name = 'test.marks';
  const channel = new BroadcastChannel(name);
  const heard = new Set<string>();
  const waiting = new Set<() => void>();
  const take = (mark: string) => {
    heard.add(mark);
    for (const check of waiting) check();
  };
  channel.addEventListener('message', ({ data }) => take(`told ${data}`));
  window.addEventListener('storage', ({ key, newValue }) => key === name && take(`stored ${newValue}`));
  const exchangeMarks = (own: string, others: readonly string[]) => {
    channel.postMessage(own);
    localStorage.setItem(name, own);
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = () => {
      if (others.every((mark) => heard.has(`told ${mark}`) && heard.has(`stored ${mark}`))) resolve();
    };
    waiting.add(check);
    check();
    return promise.finally(() => waiting.delete(check));
  };
  Object.assign(window, { exchangeMarks });
}
