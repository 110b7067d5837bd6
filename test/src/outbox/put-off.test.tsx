import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { keywords } from '#contract/keywords.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { outbox } from '#src/outbox/outbox-store.ts';
import { aKeyword } from '#test/builders.ts';
import { fireStorageEvent } from '../browser-events.ts';
import { freshDesk } from '../review/render-review-desk.tsx';
import { noOutboxBar, outboxBar } from '../with-outbox.tsx';
import { showDrafts, textOf } from './page-with-bar.tsx';

const KEYS = ['countersign.outbox', 'countersign.actions'] as const;

beforeEach(() => {
  freshDesk();
  updateSettings({ undoSeconds: 30 });
});

/** Stores the lists as left behind by a closed tab. */
function store(lists: readonly (object | false)[]) {
  for (const [index, key] of KEYS.entries()) {
    const entry = lists[index];
    if (entry) localStorage.setItem(key, JSON.stringify([entry]));
    else localStorage.removeItem(key);
  }
  fireStorageEvent();
}

/** Approves the first of two drafts, and undoes it. Returns it, and a deletion, as left behind by a closed tab. */
async function makeUnsent() {
  const page = await showDrafts(2);
  const { id } = await aKeyword(page.service.db, { key_name: 'parcel' });
  await page.user.keyboard('a');
  await textOf('reply 2');
  await outboxBar();
  const decision = { ...outbox.get()[0], owner: 'closed' };
  await page.user.keyboard('z');
  await noOutboxBar();
  const { connectionKey, by } = decision;
  const writes = [{ type: keywords.type, id: String(id), label: 'parcel' }];
  const action = { id: 'closed action 1', subject: 'one', text: '', path: '/keywords', writes };
  return { ...page, decision, action: { ...action, connectionKey, by, owner: 'closed' } };
}

const asked = (name: string) => screen.findByRole('alertdialog', { name });
const isClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

test('a question that opens while the user types does not discard anything at a space', async () => {
  const { user, decision } = await makeUnsent();
  store([decision]);
  const dialog = await asked('1 unsent action');
  expect(document.activeElement).toBe(dialog);
  await user.keyboard(' {Enter}');
  expect(screen.getByRole('alertdialog')).toBe(dialog);
  expect(outbox.get()).toHaveLength(1);
});

test.each(['decision', 'action'] as const)('a %s that was put off is not asked about again', async (kind) => {
  const { user, decision, action } = await makeUnsent();
  store(kind === 'decision' ? [decision] : [false, action]);
  await asked('1 unsent action');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await isClosed();
  store([decision, action]);
  const dialog = within(await asked('1 unsent action'));
  expect(dialog.getByRole('listitem').textContent).toBe(kind === 'decision' ? 'Delete “parcel”' : 'Approve Room 1');
  await user.click(dialog.getByRole('button', { name: 'Discard' }));
  await isClosed();
  expect(KEYS.map((key) => localStorage.getItem(key) === null)).toEqual([kind !== 'decision', kind !== 'action']);
});
