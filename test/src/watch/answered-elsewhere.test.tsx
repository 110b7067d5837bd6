import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { meQuery } from '#src/api/me-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { sendActionsOn } from '#src/bulk/delayed-actions.ts';
import { awaitingSubject } from '#src/domain/waiting/awaiting-change.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { roomRoutes, watchRoutes } from '#src/routes.tsx';
import { aMessage, aRoom, aUser } from '#test/builders.ts';
import { withoutExtensions } from '#test/src/answering.ts';
import { fireStorageEvent } from '../browser-events.ts';
import { holdLongTimers } from '../hold-long-timers.ts';
import { findToast, type PageOptions, renderPage, startService } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';
import { waitingSince } from './waiting.ts';

beforeEach(() => updateSettings({ undoSeconds: 30 }));

const routes = withOutbox([...watchRoutes, ...roomRoutes]);

/** A waiting visitor with one message. */
async function startWaiting() {
  holdLongTimers();
  const service = await startService();
  const { db, userIds } = service;
  const elena = await aUser(db, { name: 'Elena', kind: 'visitor' });
  const room = await aRoom(db, { name: 'Elena', ...waitingSince(10) });
  const says = (content: string) => aMessage(db, { room_id: room.id, user_id: elena.id, content }, false);
  const answers = () => aMessage(db, { room_id: room.id, user_id: userIds.agent, content: 'Here it is.' });
  await says('Is anybody there?');
  const awaits = async () => (await service.send('GET', `/rooms/${room.id}`)).record.attributes?.awaiting_support;
  const endUndoPeriod = () => sendActionsOn(awaitingSubject(String(room.id)));
  return { room, says, answers, awaits, endUndoPeriod };
}

/** Writes other than read marks, which opening a room sets. */
const writesIn = (requests: readonly Request[]) =>
  requests.filter(({ method, url }) => method !== 'GET' && !url.endsWith('/mark_read'));
const row = () => screen.findByRole('row', { name: /Elena/ });

async function answerElsewhere(options: Partial<PageOptions> = {}) {
  const page = await renderPage('/watch', { routes, ...options });
  await within(await row()).findByText('Is anybody there?');
  await page.user.keyboard('je');
  await waitFor(async () => expect((await row()).textContent).toContain('Answered elsewhere'));
  return page;
}

const services: [string, Partial<PageOptions>][] = [
  ['our service', {}],
  ['another service', { wrapFetch: withoutExtensions }],
];

test.each(services)(
  '“Answered elsewhere” does not end the wait of a visitor who has written again, at %s',
  async (_, options) => {
    const { says, awaits, endUndoPeriod } = await startWaiting();
    const { user, requests } = await answerElsewhere(options);
    await says('Is it open on Sundays?');
    endUndoPeriod();
    await findToast('“Elena” is still waiting');
    await findToast('The visitor has written again. Read the new message first.');
    expect(writesIn(requests)).toEqual([]);
    expect(await awaits()).toBe(true);
    await waitFor(async () => expect((await row()).textContent).not.toContain('Answered elsewhere'));
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText('Is it open on Sundays?')).toBeTruthy();
  },
);

test.each(services)('“Answered elsewhere” ends the wait if only staff wrote since, at %s', async (_, options) => {
  const { answers, awaits, endUndoPeriod } = await startWaiting();
  await answerElsewhere(options);
  await answers();
  endUndoPeriod();
  await waitFor(async () => expect(await awaits()).toBe(false));
});

test('the switch “Waiting” does not end the wait of a visitor who has written again', async () => {
  const { room, says, awaits, endUndoPeriod } = await startWaiting();
  const { user, requests } = await renderPage(`/rooms/${room.id}`, { routes });
  await screen.findByText('Is anybody there?');
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Waiting' });
  await user.click(toggle);
  await says('Is it open on Sundays?');
  endUndoPeriod();
  await findToast('“Elena” is still waiting');
  expect([await awaits(), toggle.checked, writesIn(requests)]).toEqual([true, true, []]);
  // Once it is shown, the new message counts as seen for the next attempt.
  await screen.findByText('Is it open on Sundays?');
  await user.click(toggle);
  endUndoPeriod();
  await waitFor(async () => expect(await awaits()).toBe(false));
});

test('a change recovered from a closed page is not sent if the visitor has written since', async () => {
  const { room, says, awaits } = await startWaiting();
  const { user, requests } = await renderPage(`/rooms/${room.id}`, { routes });
  await Promise.all([screen.findByText('Is anybody there?'), queryClient.query(meQuery())]);
  await user.click(await screen.findByRole('switch', { name: 'Waiting' }));
  await findToast('“Elena” is no longer waiting');
  const stored = localStorage.getItem('countersign.actions') ?? '';
  await user.keyboard('z');
  const closed = JSON.stringify(JSON.parse(stored).map((action: object) => ({ ...action, owner: 'closed' })));
  localStorage.setItem('countersign.actions', closed);
  await says('Is it open on Sundays?');
  fireStorageEvent();
  const asked = within(await screen.findByRole('alertdialog', { name: '1 unsent action' }));
  await user.click(asked.getByRole('button', { name: 'Send now' }));
  await findToast('The visitor has written again. Read the new message first.');
  expect([await awaits(), writesIn(requests)]).toEqual([true, []]);
});
