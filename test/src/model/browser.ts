import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import type { Program } from './program.ts';

/** An open page in the simulated browser. Its listeners and timers end with it. */
export interface Tab {
  name: number;
  isOpen: boolean;
  program: Program;
  listeners: { target: EventTarget; type: string; listener: (event: Event) => void }[];
  /** Survives a reload, like `sessionStorage`. */
  session: Map<string, string>;
}

interface Timer {
  tab: Tab;
  at: number;
  every: number | undefined;
  act: () => void;
}

/** The tab whose code is running, propagated across `await`. */
const running = new AsyncLocalStorage<Tab>();
const later = globalThis.setImmediate;

/**
 * Simulates a browser with several tabs in one process: shared storage, a clock that only advances on demand, and
 * closed tabs that no longer run code.
 */
export function startBrowser() {
  let nowMs = 1_800_000_000_000;
  let ticks = 0;
  let timerId = 0;
  const tabs = new Set<Tab>();
  const timers = new Map<number, Timer>();
  /** Events not yet delivered to other tabs. */
  const news: (() => void)[] = [];
  const busy = new Set<Promise<unknown>>();

  const inTab = <Result>(tab: Tab, act: () => Result): Result => running.run(tab, act);
  const tell = (tab: Tab, target: EventTarget, event: Event) => {
    for (const { target: at, type, listener } of [...tab.listeners]) {
      if (tab.isOpen && at === target && type === event.type) inTab(tab, () => listener(event));
    }
  };
  const tellOthers = (from: Tab | undefined, act: (tab: Tab) => void) => {
    for (const tab of tabs) if (tab !== from) news.push(() => tab.isOpen && act(tab));
  };

  stubClock(
    () => nowMs,
    () => nowMs + ticks++ / 1000,
  );
  stubTimers(timers, (tab, act, ms, isRepeated) => {
    timers.set(++timerId, { tab, act, at: nowMs + ms, every: isRepeated ? Math.max(ms, 1) : undefined });
    return timerId;
  });
  stubListeners();
  stubStorage((key) =>
    tellOthers(running.getStore(), (tab) => tell(tab, window, new StorageEvent('storage', { key }))),
  );
  stubChannels(tellOthers);

  /** Drains events, microtasks and pending requests without advancing the clock. */
  const settle = async () => {
    for (let quiet = 0; quiet < 3; quiet++) {
      for (const act of news.splice(0)) act();
      await new Promise((resolve) => later(resolve));
      if (news.length > 0) quiet = -1;
      if (busy.size === 0) continue;
      quiet = -1;
      await Promise.race([Promise.allSettled(busy)]);
    }
  };
  const dueBefore = (end: number) =>
    [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
  const pass = async (ms: number) => {
    const end = nowMs + ms;
    await settle();
    for (let due = dueBefore(end); due; due = dueBefore(end)) {
      const [id, timer] = due;
      nowMs = Math.max(nowMs, timer.at);
      if (timer.every === undefined) timers.delete(id);
      else timer.at += timer.every;
      if (timer.tab.isOpen) inTab(timer.tab, timer.act);
      await settle();
    }
    nowMs = end;
  };
  const kill = (tab: Tab) => {
    tab.isOpen = false;
    tab.listeners = [];
    tabs.delete(tab);
    for (const [id, timer] of timers) if (timer.tab === tab) timers.delete(id);
  };
  const open = async (name: number, session = new Map<string, string>()): Promise<Tab> => {
    vi.resetModules();
    const tab = { name, isOpen: true, listeners: [], session } as unknown as Tab; // `program` is set below.
    tabs.add(tab);
    tab.program = await inTab(tab, async () => (await import('./program.ts')).startProgram());
    return tab;
  };
  return {
    open,
    kill,
    settle,
    pass,
    inTab,
    /** Unloads a page, as on close, reload or navigation. */
    leave: (tab: Tab) => {
      tell(tab, window, new Event('pagehide'));
      kill(tab);
    },
    current: () => running.getStore(),
    /** Runs `act` outside any tab; `settle` waits for it. */
    outside: <Result>(act: () => Promise<Result>): Promise<Result> => {
      const result = running.exit(act);
      const done = result.catch(() => undefined).finally(() => busy.delete(done));
      busy.add(done);
      return result;
    },
  };
}

export type Browser = ReturnType<typeof startBrowser>;

function stubClock(now: () => number, tick: () => number): void {
  vi.spyOn(Date, 'now').mockImplementation(now);
  vi.spyOn(performance, 'now').mockImplementation(tick);
}

type Start = (tab: Tab, act: () => void, ms: number, isRepeated: boolean) => number;

function stubTimers(timers: Map<number, Timer>, start: Start): void {
  const real = { setTimeout, clearTimeout, setInterval, clearInterval };
  const starter =
    (name: 'setTimeout' | 'setInterval') =>
    (act: () => void, ms?: number, ...given: never[]) => {
      const tab = running.getStore();
      // Code outside the tabs uses real time.
      return tab
        ? start(tab, () => act(...(given as [])), ms ?? 0, name === 'setInterval')
        : real[name](act, ms, ...given);
    };
  const stopper = (name: 'clearTimeout' | 'clearInterval') => (id: unknown) => {
    if (typeof id === 'number') timers.delete(id);
    else real[name](id as NodeJS.Timeout);
  };
  vi.stubGlobal('setTimeout', starter('setTimeout'));
  vi.stubGlobal('setInterval', starter('setInterval'));
  vi.stubGlobal('clearTimeout', stopper('clearTimeout'));
  vi.stubGlobal('clearInterval', stopper('clearInterval'));
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), ms);
    return controller.signal;
  });
}

function stubListeners(): void {
  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target;
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown, ...rest: unknown[]) => {
      const tab = running.getStore();
      if (tab) tab.listeners.push({ target, type, listener: listener as () => void });
      else Reflect.apply(addEventListener, target, [type, listener, ...rest]);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation((type: string, listener: unknown) => {
      const tab = running.getStore();
      if (tab) tab.listeners = tab.listeners.filter((known) => known.type !== type || known.listener !== listener);
      else Reflect.apply(removeEventListener, target, [type, listener]);
    });
  }
}

function stubStorage(onChange: (key: string) => void): void {
  for (const name of ['setItem', 'removeItem'] as const) {
    const real = Storage.prototype[name];
    vi.spyOn(Storage.prototype, name).mockImplementation(function change(this: Storage, key: string, value?: string) {
      const before = this.getItem(key);
      Reflect.apply(real, this, [key, value]);
      if (this.getItem(key) !== before) onChange(key);
    });
  }
  const of = () => running.getStore()?.session ?? new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => of().get(key) ?? null,
    setItem: (key: string, value: string) => of().set(key, value),
    removeItem: (key: string) => of().delete(key),
  });
}

function stubChannels(tellOthers: (from: Tab | undefined, act: (tab: Tab) => void) => void): void {
  const channels = new Map<Tab | undefined, EventTarget>();
  class Channel extends EventTarget {
    readonly tab = running.getStore();
    constructor() {
      super();
      channels.set(this.tab, this);
    }
    postMessage(data: unknown) {
      const hear = (tab: Tab) => channels.get(tab)?.dispatchEvent(new MessageEvent('message', { data }));
      tellOthers(this.tab, (tab) => running.run(tab, () => hear(tab)));
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel);
}
