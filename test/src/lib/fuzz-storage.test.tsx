import { renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

const KEYS = ['settings', 'connections', 'chosen', 'outbox', 'actions', 'tokens'].map((name) => `countersign.${name}`);
const OF_TENANT = ['typed.', 'views.', 'capabilities.', 'me.', 'waited.', 'alerts.', 'lead.'].map(
  (name) => `countersign.${name}`,
);
const VALUES = 50;

const ACTION = Object.fromEntries(
  ['id', 'subject', 'text', 'path', 'connectionKey', 'owner'].map((name) => [name, fc.string()]),
);

/** Stored values of other versions, other programs or manual edits: arbitrary JSON and non-JSON. */
const storedValue = fc.oneof(
  fc.json(),
  fc.string(),
  fc.constantFrom(
    'null',
    '[null]',
    '[{}]',
    '{"0":1}',
    '[[]]',
    '{"theme":{}}',
    '[{"address":"https://x.test","name":7}]',
  ),
  fc
    .array(fc.record({ draftId: fc.string(), kind: fc.constantFrom('approve', 7), seen: fc.object(), dueAt: fc.nat() }))
    .map((entries) => JSON.stringify(entries)),
  fc.array(fc.record({ ...ACTION, writes: fc.array(fc.object()) })).map((actions) => JSON.stringify(actions)),
);

/** Reads from storage what every page reads at startup and what a form reads. */
async function start() {
  vi.resetModules();
  const { connection, followOtherTabs, signIn, signOut } = await import('#src/api/connection.ts');
  const [{ outbox }, { storedActions }, { settings }, { capabilities }, { readViews }, { useDraftText }, recovery] =
    await Promise.all([
      import('#src/outbox/outbox-store.ts'),
      import('#src/bulk/delayed-actions.ts'),
      import('#src/lib/storage/settings.ts'),
      import('#src/api/capabilities.ts'),
      import('#src/lib/storage/saved-views.ts'),
      import('#src/form/draft/use-draft-text.ts'),
      import('#src/outbox/outbox-recovery.tsx'),
    ]);
  followOtherTabs(() => undefined);
  const { key } = signIn('https://harbor.test', 'cs_harbor');
  const { result, unmount } = renderHook(() => useDraftText('reject.7'));
  const read = {
    key: connection.get()?.key,
    text: typeof result.current.text,
    other: typeof result.current.other,
    undoSeconds: settings.get().undoSeconds >= 0,
    outbox: outbox.get().every(({ draftId }) => typeof draftId === 'string'),
    capabilities: typeof capabilities.get(),
    views: Array.isArray(readViews(key)),
    orphans: outbox.get().length > 0 || (await recovery.findOrphans()).length,
    actions: storedActions.get().every(({ writes }) => Array.isArray(writes)),
  };
  unmount();
  signOut();
  return read;
}

test('the dashboard starts with any values in storage, and a form accepts input', async () => {
  const isFine = async (local: string, typed: string, session: string) => {
    localStorage.clear();
    for (const key of KEYS) localStorage.setItem(key, local);
    for (const key of OF_TENANT) {
      for (const tail of ['', '.reject.7', '.reject.7~others'])
        localStorage.setItem(`${key}https://harbor.test${tail}`, typed);
    }
    sessionStorage.setItem('countersign.tokens', session);
    sessionStorage.setItem('countersign.chosen', session);
    expect(await start()).toMatchObject({
      key: 'https://harbor.test',
      text: 'string',
      other: 'string',
      undoSeconds: true,
      outbox: true,
      actions: true,
      capabilities: 'object',
      views: true,
    });
  };
  await fc.assert(fc.asyncProperty(storedValue, storedValue, storedValue, isFine), { numRuns: VALUES });
});
