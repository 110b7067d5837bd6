import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentLocation } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { aDraft, aRoom } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { fetchThrough } from '../../tolerance/fetch-through.ts';
import { rewrites } from '../../tolerance/rewrites.ts';
import { pollQuickly } from '../poll-quickly.ts';
import { startService } from '../render-page.tsx';
import { rowAround } from '../row-around.ts';
import { minutesAgo, waitingSince } from '../watch/waiting.ts';
import {
  chosen,
  currentLine,
  freshDesk,
  manyDrafts,
  oneDraft,
  openDesk,
  openDrafts,
  queue,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

/** A draft of the agent, in a room whose visitor has been waiting for some minutes, or is not waiting. */
async function aLine(service: TestService, name: string, minutes?: number, writtenMinutesAgo = 40) {
  const room = await aRoom(service.db, { name, ...(minutes !== undefined && waitingSince(minutes)) });
  const created_user_id = service.userIds.agent;
  return aDraft(service.db, { room_id: room.id, created_user_id, created_at_unix: minutesAgo(writtenMinutesAgo) });
}

const line = (name: string) => rowAround(within(queue()).getByText(name));
const duration = (name: string) => line(name).querySelector('time')?.parentElement;
const names = () =>
  within(queue())
    .getAllByRole('listitem')
    .map((row) => row.querySelector('.font-semibold')?.textContent);

test('a queue line shows one duration: the wait in the colours of Watch, else the age of the draft', async () => {
  const service = await startService();
  await aLine(service, 'Overdue', 112);
  await aLine(service, 'Late', 14);
  await aLine(service, 'Fresh', 4);
  await aLine(service, 'Quiet', undefined, 64);
  await openDesk('/review', 'Overdue');
  const shown = ['Overdue', 'Late', 'Fresh', 'Quiet'].map((name) => [
    duration(name)?.textContent,
    / bg-([a-z]+)/.exec(` ${duration(name)?.className}`)?.[1],
    line(name).querySelectorAll('time').length,
  ]);
  expect(shown).toEqual([
    ['Visitor waiting 1 h 52 m', 'bad', 1],
    ['Visitor waiting 14 min', 'warn', 1],
    ['Visitor waiting 4 min', 'pressed', 1],
    ['draft 1 h 4 m', 'pressed', 1],
  ]);
  expect(names()).toEqual(['Overdue', 'Late', 'Fresh', 'Quiet']);
});

test('the colour thresholds come from the settings', async () => {
  updateSettings({ warnAfterMinutes: 1, alarmAfterMinutes: 3 });
  const service = await startService();
  await aLine(service, 'Fresh', 4);
  await openDesk('/review', 'Fresh');
  expect(duration('Fresh')?.className).toContain('bg-bad-soft');
  updateSettings({ warnAfterMinutes: 5, alarmAfterMinutes: 15 });
  await waitFor(() => expect(duration('Fresh')?.className).toContain('bg-pressed'));
});

/** A staff member answers in the room of a draft. */
const answer = (service: TestService, { room_id }: { room_id: number }) =>
  service.create('messages', { content: 'Here it is.', room_id: String(room_id) }, { as: 'agent' });

test('after the next poll, an answered room moves below waiting ones, and the open draft stays open', async () => {
  pollQuickly();
  const service = await startService();
  await aLine(service, 'Open', 200);
  const draft = await aLine(service, 'Answered', 112, 30);
  await aLine(service, 'Waiting', 14);
  await aLine(service, 'Older', undefined, 64);
  await aLine(service, 'Newer', undefined, 20);
  const { user } = await openDesk('/review', 'Open');
  const opened = currentLocation().pathname;
  await answer(service, draft);
  await waitFor(() => expect(duration('Answered')?.textContent).toBe('draft 30 min'));
  expect(duration('Waiting')?.textContent).toBe('Visitor waiting 14 min');
  expect(names()).toEqual(['Open', 'Waiting', 'Older', 'Answered', 'Newer']);
  expect(currentLocation().pathname).toBe(opened);
  await user.keyboard('jjj');
  await waitFor(() => expect(currentLine()?.closest('li')).toBe(line('Answered')));
  expect(names()).toEqual(['Open', 'Waiting', 'Older', 'Answered', 'Newer']);
});

test('when their rooms are answered, the open draft and lines above it keep their places until a reload', async () => {
  pollQuickly();
  const service = await startService();
  const above = await aLine(service, 'Above', 200);
  const open = await aLine(service, 'Open', 112);
  await aLine(service, 'Waiting', 14);
  const { user } = await openDesk('/review', 'Above');
  await user.click(within(queue()).getByText('Open'));
  for (const draft of [above, open]) await answer(service, draft);
  for (const name of ['Above', 'Open']) await waitFor(() => expect(duration(name)?.textContent).toBe('draft 40 min'));
  expect(names()).toEqual(['Above', 'Open', 'Waiting']);
  await user.keyboard('.');
  await waitFor(() => expect(names()).toEqual(['Waiting', 'Above', 'Open']));
});

test('a new wait is shown after the next poll', async () => {
  pollQuickly();
  const service = await startService();
  const draft = await aLine(service, 'Quiet');
  await openDesk('/review', 'Quiet');
  await service.db.updateTable('rooms').set(waitingSince(6)).where('id', '=', draft.room_id).execute();
  await waitFor(() => expect(duration('Quiet')?.textContent).toBe('Visitor waiting 6 min'));
});

test('own drafts are marked as “yours”, and drafts that the user may decide are not “view only”', async () => {
  const service = await startService();
  await manyDrafts(service, 1);
  const room = await aRoom(service.db, { name: 'Mine' });
  await aDraft(service.db, { room_id: room.id, created_user_id: service.userIds.reviewer });
  await openDesk('/review', 'Mine');
  await waitFor(() => expect(line('Mine').textContent).toContain('yours'));
  expect(line('Mine').textContent).not.toContain('Sam reviewer');
  expect(line('Room 1').textContent).toContain('Sam agent');
  expect(line('Room 1').textContent).not.toContain('view only');
});

test('drafts that the role cannot decide are marked as “view only”', async () => {
  const service = await startService();
  const room = await aRoom(service.db, { name: 'Of a colleague' });
  await aDraft(service.db, { room_id: room.id, created_user_id: service.userIds.supervisor });
  await openDesk('/review', 'Of a colleague', { role: 'agent' });
  expect(line('Of a colleague').textContent).toContain('view only · Sam supervisor');
});

test.each(['all come along', 'no people along: 112', 'nothing along: words'] as const)(
  'people are shown by name or not at all: %s',
  async (name) => {
    await oneDraft(await startService());
    const seen: string[] = [];
    const look = new MutationObserver(() => seen.push(document.body.textContent ?? ''));
    look.observe(document.body, { subtree: true, childList: true, characterData: true });
    const wrapFetch = name === 'all come along' ? {} : { wrapFetch: fetchThrough([rewrites[name]]) };
    await openDesk('/review', 'It is on its way.', wrapFetch);
    await within(queue()).findByText('Sam agent');
    look.disconnect();
    expect(seen.filter((text) => /User \d|#\d/.test(text))).toEqual([]);
  },
);

test('after a decision its verdict names the reviewer at once', async () => {
  const { user } = await openDrafts(1, ([draft]) => `/review/${draft?.id}?sort=-created_at_unix`);
  const seen: string[] = [];
  const look = new MutationObserver(() => seen.push(chosen().textContent ?? ''));
  look.observe(document.body, { subtree: true, childList: true, characterData: true });
  await user.keyboard('a');
  await within(chosen()).findByText('by Sam reviewer');
  look.disconnect();
  expect(seen.filter((text) => /by (User|Someone)/.test(text))).toEqual([]);
  expect(screen.queryByText(/User \d/)).toBeNull();
});
