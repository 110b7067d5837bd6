import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { Alerts } from '#src/features/alerts/alerts.tsx';
import { delay } from '#src/lib/delay.ts';
import { navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';

const stored = () => Object.entries(localStorage).find(([key]) => key.startsWith('countersign.alerts.'))?.[1] ?? '{}';
const unseen = (): string[] => JSON.parse(stored()).unseen;

test('an alert names the new visitor, and the end of a wait does not bring back a dismissed alert', async () => {
  const service = await startService();
  updateSettings({ alertsArmed: true, alertSound: false });
  const startWaiting = async (name: string) =>
    (await service.create('rooms', { name, kind: 'support_room', awaiting_support: true })).record.id;
  const { user } = await renderPage('/', { routes: [{ path: '/', Component: Alerts }] });
  // The leader tab takes its first list as the baseline.
  await waitFor(() => expect(unseen()).toEqual([]));

  const mirjam = await startWaiting('Mirjam');
  await queryClient.refetchQueries();
  await findToast('New visitor waiting: Mirjam');
  await startWaiting('Otto');
  await queryClient.refetchQueries();
  await findToast('2 new visitors waiting');
  // The leader tab rings only after other tabs had 200 ms to report what they show.
  await delay(400);
  await user.click(screen.getByRole('button', { name: /Dismiss|Close/ }));
  await service.update('rooms', mirjam, { awaiting_support: false });
  await queryClient.refetchQueries();
  await waitFor(() => expect(unseen()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
});

test('a list of only the rooms with a draft in review is no look at a room that starts to wait', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const service = await startService();
  updateSettings({ alertsArmed: true, alertSound: false });
  const inReview = '/watch?filter[state]=in_review';
  await renderPage(inReview, { routes: [{ path: '/watch/:id?', Component: Alerts }] });
  await waitFor(() => expect(unseen()).toEqual([]));
  const startWaiting = async (name: string) => {
    const { record } = await service.create('rooms', { name, kind: 'support_room', awaiting_support: true });
    await queryClient.refetchQueries();
    await findToast(`New visitor waiting: ${name}`);
    // The leader tab rings only after other tabs had 200 ms to report what they show.
    await delay(400);
    expect(unseen()).toHaveLength(1);
    return record.id;
  };
  await startWaiting('Mirjam');
  await act(() => navigate('/watch'));
  await waitFor(() => expect(unseen()).toEqual([]));
  await act(() => navigate(inReview));
  const otto = await startWaiting('Otto');
  await act(() => navigate(inReview.replace('?', `/${otto}?`)));
  await waitFor(() => expect(unseen()).toEqual([]));
});
