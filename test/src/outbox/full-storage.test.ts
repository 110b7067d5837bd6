import { beforeEach, expect, test } from 'vitest';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { enqueueDecisions } from '#src/outbox/decision-outbox.ts';
import { claimDecisions } from '#src/outbox/outbox-recovery.tsx';
import { OUTBOX_KEY, readOutbox, updateDecisions } from '#src/outbox/outbox-store.ts';
import { fillStorage } from '../browser-events.ts';
import { decidedNow, expectedAt } from './user-actions.ts';

beforeEach(() => {
  updateSettings({ undoSeconds: 30 });
  expectedAt('https://chat.example', 'cs_secret');
});

/** Runs while storage is full. */
function whileFull(run: () => void) {
  const full = fillStorage();
  run();
  full.mockRestore();
}

const decide = (draftId: string) => enqueueDecisions([decidedNow(draftId)], 'Blue Heron');
const idsOf = (entries: readonly { draftId: string }[]) => entries.map(({ draftId }) => draftId).toSorted();
const stored = () => idsOf(JSON.parse(localStorage.getItem(OUTBOX_KEY) ?? '[]'));

/** Another tab decides on a draft, which it alone can store. */
function decideElsewhere(draftId: string) {
  const [entry] = readOutbox();
  const all = JSON.parse(localStorage.getItem(OUTBOX_KEY) ?? '[]');
  localStorage.setItem(OUTBOX_KEY, JSON.stringify([...all, { ...entry, draftId, owner: 'the other tab' }]));
}

test('a tab that could not store its decision keeps those that another tab has stored since', () => {
  decide('1');
  whileFull(() => decide('2'));
  decideElsewhere('3');
  expect(idsOf(readOutbox())).toEqual(['1', '2', '3']);
  decide('4');
  expect(stored()).toEqual(['1', '2', '3', '4']);
});

test('a decision that another tab has sent since is not stored again', () => {
  decide('1');
  decideElsewhere('2');
  whileFull(() => decide('3'));
  localStorage.removeItem(OUTBOX_KEY);
  decide('4');
  expect(stored()).toEqual(['1', '3', '4']);
});

test('decisions taken over or released while storage is full are listed once', () => {
  decide('1');
  decideElsewhere('2');
  whileFull(() => {
    claimDecisions(readOutbox().filter(({ draftId }) => draftId === '2'));
    updateDecisions(
      readOutbox().filter(({ draftId }) => draftId === '1'),
      { owner: '' },
    );
  });
  expect(idsOf(readOutbox())).toEqual(['1', '2']);
  decide('3');
  expect(stored()).toEqual(['1', '2', '3']);
});
