import { expect, test } from 'vitest';
import { signIn } from '#src/api/connection.ts';
import { countStoredData, deleteConnection } from '#src/features/connections/remove-connection.tsx';
import {
  noteRecent,
  parseRecent,
  type RecentAction,
  readRecentText,
  recentKey,
} from '#src/lib/storage/recent-actions.ts';
import { fillStorage } from '../browser-events.ts';

const key = recentKey('https://harbor.test', '7');
const anAction = (id: number): RecentAction => ({ id: String(id), text: `Deleted ${id}`, at: id, state: 'sent' });
const shown = () => parseRecent(readRecentText(key)).map(({ id }) => id);

test('a hundred actions are kept, the newest first, each once', () => {
  for (let id = 0; id < 120; id++) noteRecent(key, anAction(id));
  noteRecent(key, { ...anAction(50), state: 'reopened' });
  expect(shown()).toHaveLength(100);
  expect(shown().slice(0, 2)).toEqual(['50', '119']);
  expect(shown().filter((id) => id === '50')).toHaveLength(1);
});

test.each(['', 'nonsense', '{}', '[null, 7, {"id": "1"}]', '[{"id":"1","text":"a","at":1,"state":"eaten"}]'])(
  'invalid actions in storage are ignored: %s',
  (text) => {
    localStorage.setItem(key, text);
    expect(shown()).toEqual([]);
  },
);

test('if storage fails, actions are kept in memory until the page closes', () => {
  fillStorage();
  noteRecent(key, anAction(1));
  expect(shown()).toEqual(['1']);
});

test('removing a connection deletes its recent actions', async () => {
  const { key: address } = signIn('https://harbor.test', 'cs_harbor');
  noteRecent(recentKey(address, '7'), anAction(1));
  expect(countStoredData(address).texts).toBe(0);
  await deleteConnection(address);
  expect(shown()).toEqual([]);
});
