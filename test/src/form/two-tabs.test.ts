import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isText } from '#src/lib/json.ts';

const open: (() => void)[] = [];

function closeTabs() {
  for (const detach of open.splice(0)) detach();
}

beforeEach(() => void vi.useFakeTimers());
afterEach(closeTabs);

const NAME = 'reject.7';
const RUNS = 40;
const asText = (value: unknown) => (isText(value) ? value : '');

/** Opens the same draft in another tab: resets the modules, and so the tab's state. */
async function openTab() {
  vi.resetModules();
  const { createDraftStorage } = await import('#src/form/draft/draft-storage.ts');
  const heard = { others: [] as string[] };
  const store = createDraftStorage(NAME, {
    connectionKey: 'https://harbor.test',
    onOthers: (others) => {
      heard.others = others.map(asText);
    },
  });
  const text = store.read(isText) ?? '';
  const detach = store.attach();
  open.push(detach);
  return { store, text, heard, detach };
}

const others = ({ store }: { store: { readOthers: () => unknown[] } }) => store.readOthers().map(asText);
/** jsdom fires no storage events. */
const tellTabs = () => window.dispatchEvent(new StorageEvent('storage', { key: null }));
const pause = () => {
  vi.advanceTimersByTime(500);
  tellTabs();
};

test('text typed in two tabs for the same field is kept twice, and each tab is notified of the other', async () => {
  const [here, there] = [await openTab(), await openTab()];
  here.store.write('Too long');
  pause();
  expect(there.heard.others).toEqual(['Too long']);
  there.store.write('Too short');
  pause();
  expect(here.heard.others).toEqual(['Too short']);
  expect(there.heard.others).toEqual(['Too long']);
  // After both tabs have closed, the next visit finds both drafts.
  const next = await openTab();
  expect([next.text, others(next)]).toEqual(['Too short', ['Too long']]);
  next.store.swapOther();
  const last = await openTab();
  expect([last.text, others(last)]).toEqual(['Too long', ['Too short']]);
  last.store.dropOther();
  expect(others(await openTab())).toEqual([]);
});

test('a submitted text is removed, but not what another tab has typed', async () => {
  const [here, there] = [await openTab(), await openTab()];
  here.store.write('Too long');
  pause();
  there.store.write('Too short');
  pause();
  here.store.forget();
  expect([(await openTab()).text, others(there)]).toEqual(['Too short', []]);
  there.store.forget();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a tab is notified at once that another has typed in the same field', async () => {
  vi.useRealTimers();
  const here = await openTab();
  here.store.write('Too long');
  vi.resetModules();
  const { createDraftStorage } = await import('#src/form/draft/draft-storage.ts');
  const onShared = vi.fn();
  const detach = createDraftStorage(NAME, { connectionKey: 'https://harbor.test', onShared }).attach();
  await expect.poll(() => onShared).toHaveBeenCalled();
  detach();
});

type Step = ['type' | 'pause' | 'send' | 'crash', at: 0 | 1];

const steps = fc.array(
  fc.tuple(fc.constantFrom('type' as const, 'type', 'pause', 'send', 'crash'), fc.constantFrom<0 | 1>(0, 1)),
  { minLength: 4, maxLength: 14 },
);

/** All drafts the next visit would find. */
async function keptTexts(): Promise<string[]> {
  const visit = await openTab();
  visit.detach();
  return [visit.text, ...others(visit)];
}

test('in any order of typing, sending and crashing in two tabs, no text older than half a second is lost', async () => {
  const run = async (taken: readonly Step[]) => {
    localStorage.clear();
    const tabs = [await openTab(), await openTab()];
    /** Unsent drafts of each tab, and drafts of closed tabs. */
    const typed: [string, string] = ['', ''];
    const left = new Set<string>();
    for (const [index, [does, at]] of [...taken, ['pause', 0] as const].entries()) {
      const tab = tabs[at];
      if (does === 'type') {
        typed[at] = `${index} of ${at}`;
        tab?.store.write(typed[at]);
        // Editing a found draft claims it.
        left.delete(tab?.text ?? '');
      } else if (does === 'send') {
        pause();
        const sent = typed[at] || tab?.text;
        tab?.store.forget();
        left.delete(tab?.text ?? '');
        for (const each of [0, 1] as const) if (typed[each] === sent || each === at) typed[each] = '';
      } else {
        pause();
        if (does === 'crash') {
          tab?.detach();
          if (typed[at]) left.add(typed[at]);
          typed[at] = '';
          tabs[at] = await openTab();
        }
        const kept = await keptTexts();
        for (const text of [...typed, ...[...left].slice(-4)].filter(Boolean)) expect(kept).toContain(text);
      }
    }
  };
  await fc.assert(fc.asyncProperty(steps, run).afterEach(closeTabs), { numRuns: RUNS });
});
