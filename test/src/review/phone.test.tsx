import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { pageActions } from '#src/page/page-actions.ts';
import { aClient, aDraft, aKeyword, aResolvedDraft, aRoom } from '#test/builders.ts';
import { withClockAhead } from '../answering.ts';
import { asPhone } from '../as-phone.ts';
import { findToast, startService, takeToast } from '../render-page.tsx';
import {
  aCase,
  chosen,
  decisionsOf,
  freshDesk,
  manyDrafts,
  nothingIsDecided,
  openDesk,
  openDrafts,
  openOneDraft,
  queue,
  stored,
} from './render-review-desk.tsx';

beforeEach(() => {
  freshDesk();
  asPhone();
});

it('names the room in the header, and client and language below it, even for a draft that is not listed', async () => {
  const service = await startService();
  await aClient(service.db, { code: 'gannet', title: 'Gannet Air & Ferries' });
  const room = await aRoom(service.db, { name: 'Elena', settings: '{"client":"gannet","language":"es"}' });
  const draft = await aDraft(service.db, { room_id: room.id, message_content: 'On its way.', status: 'approved' });
  await openDesk(`/review/${draft.id}`, 'On its way.');
  const header = (await screen.findByRole('link', { name: 'Back to the queue' })).parentElement;
  expect(header?.textContent).toContain('Elena');
  const line = () => chosen().querySelector('summary')?.textContent;
  await waitFor(() => expect(line()).toContain('Gannet Air & Ferries · Spanish'));
  expect(line()).not.toContain('gannet');
});

/** Opens the second of three drafts. */
const openSecond = () => openDrafts(3, ([, second]) => `/review/${second?.id}`, { text: 'reply 2' });

describe('the reason sheet', () => {
  it('sends a preset by one tap, and focuses no field before', async () => {
    const { user, becomes, row } = await openOneDraft('address');
    await user.click(within(chosen()).getByRole('button', { name: 'Reject' }));
    const sheet = await screen.findByRole('dialog', { name: 'Reason for rejecting' });
    expect(document.activeElement?.tagName).toBe('BUTTON');
    expect(screen.queryByRole('textbox', { name: /Reason/ })).toBeNull();
    const [first] = within(sheet).getAllByRole('button');
    if (first) await user.click(first);
    await becomes('rejected');
    expect((await row()).comment).toBe(first?.textContent);
  });

  /** Opens a draft to which a rule applies, and its sheet. */
  async function openSheet() {
    const service = await startService();
    await aKeyword(service.db, { key_name: 'refund', suggestions: '["Always to the card that paid"]' });
    const { draft } = await aCase(service, [], 'The refund is under way.');
    const page = await openDesk(`/review/${draft.id}`, 'The refund is under way.');
    await within(chosen()).findByRole('region', { name: 'Rules that apply' });
    await page.user.click(within(chosen()).getByRole('button', { name: 'Reject' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Reason for rejecting' }));
    const isRejectedFor = (comment: string) =>
      waitFor(async () => expect(await stored(service, draft.id)).toMatchObject({ status: 'rejected', comment }));
    return { ...page, sheet, isRejectedFor };
  }

  const citation = 'Rule “refund”: Always to the card that paid';

  it('sends a rule that applies by one tap, below the presets', async () => {
    const { user, sheet, isRejectedFor } = await openSheet();
    const names = sheet.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names.slice(4, 7)).toEqual(['Needs a specialist', citation, 'Other reason…']);
    await user.click(sheet.getByRole('button', { name: citation }));
    await isRejectedFor(citation);
  });

  it('sends a reason by its number on a keyboard, presets before rules', async () => {
    const { user, isRejectedFor } = await openSheet();
    await user.keyboard('7');
    nothingIsDecided();
    await user.keyboard('6');
    await isRejectedFor(citation);
  });

  it('is skipped if a number key has cited a rule: the form opens with the citation', async () => {
    const { user, sheet } = await openSheet();
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await within(chosen()).findByRole('button', { name: 'Reject' });
    await user.keyboard('1');
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ })).value).toBe(citation);
    expect(screen.queryByRole('dialog')).toBeNull();
    nothingIsDecided();
  });

  it('does not come back by itself when its draft was left with “Back” and is opened again; a typed reason is kept', async () => {
    const { user, draft } = await openOneDraft('address');
    const open = async () => user.click(await within(chosen()).findByRole('button', { name: 'Reject' }));
    const leaveAndReturn = async () => {
      await navigate('/review');
      await waitFor(() => expect(within(chosen()).queryByRole('article')).toBeNull());
      expect(screen.queryByRole('dialog')).toBeNull();
      await navigate(`/review/${draft.id}`);
      await within(chosen()).findByRole('button', { name: 'Reject' });
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.queryByRole('textbox', { name: /Reason/ })).toBeNull();
    };
    await open();
    await screen.findByRole('dialog');
    await leaveAndReturn();
    const choose = async () => {
      await open();
      await user.click(await screen.findByRole('button', { name: 'Other reason…' }));
      return screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
    };
    await user.type(await choose(), 'Too short');
    await leaveAndReturn();
    expect((await choose()).value).toBe('Too short');
  });

  it('gives the focus back when closed, mentions undo only if there is one, and leads to the form', async () => {
    const { user, becomes, row } = await openOneDraft('address');
    const open = async () => user.click(await within(chosen()).findByRole('button', { name: 'Reject' }));
    updateSettings({ undoSeconds: 30 });
    await open();
    await screen.findByText(/You can undo this/);
    updateSettings({ undoSeconds: 0 });
    await screen.findByText('Shown to the author.');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const reject = await within(chosen()).findByRole('button', { name: 'Reject' });
    expect(document.activeElement).toBe(reject);
    expect((await row()).status).toBe('in_review');
    await open();
    await user.click(await screen.findByRole('button', { name: 'Other reason…' }));
    const field = await screen.findByRole('textbox', { name: /Reason/ });
    expect(document.activeElement).toBe(field);
    await user.type(field, 'Too short');
    await user.click(screen.getByRole('button', { name: 'Send rejection' }));
    await becomes('rejected');
    expect((await row()).comment).toBe('Too short');
  });
});

describe('the header of an open draft', () => {
  it('shows the position in the queue, and opens the previous and next draft', async () => {
    const { user, drafts } = await openSecond();
    await screen.findAllByText('2 of 3');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findAllByText('3 of 3');
    expect(currentLocation().pathname).toBe(`/review/${drafts[2]?.id}`);
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await screen.findAllByText('2 of 3');
    await user.click(screen.getByRole('link', { name: 'Back to the queue' }));
    await waitFor(() => expect(currentLocation().pathname).toBe('/review'));
  });
});

it('colours the wait in the header by the thresholds, while the draft is open', async () => {
  const service = await startService();
  const since = Math.floor(Date.now() / 1000);
  const room = await aRoom(service.db, { name: 'Elena', awaiting_support: 1, awaiting_since_unix: since });
  const draft = await aDraft(service.db, { room_id: room.id, message_content: 'On its way.' });
  // The service's clock follows the page's, including the fake time that is set below.
  await openDesk(`/review/${draft.id}`, 'On its way.', { wrapFetch: withClockAhead(0) });
  const header = (await screen.findByRole('link', { name: 'Back to the queue' })).parentElement;
  const chip = () => header?.querySelector('time')?.parentElement;
  await waitFor(() => expect(chip()?.className).toContain('text-muted'));
  vi.useFakeTimers({ toFake: ['Date'], now: (since + 6 * 60) * 1000 });
  await waitFor(() => expect(chip()?.textContent).toContain('6 min'));
  expect(chip()?.className).toContain('text-warn');
  vi.setSystemTime((since + 16 * 60) * 1000);
  await waitFor(() => expect(chip()?.textContent).toContain('16 min'));
  expect(chip()?.className).toContain('text-bad');
});

describe('the queue, with no draft open', () => {
  const NONE = 'Select a draft first.';

  it('decides nothing after a, r, r and 1, e, s, 1 or m, and says why', async () => {
    const { user, requests } = await openDrafts(2);
    for (const keys of ['a', 'r', 'r1', 'e', 's', '1', 'm']) {
      await user.keyboard(keys);
      nothingIsDecided();
      await takeToast(NONE);
      expect(within(chosen()).queryByRole('textbox')).toBeNull();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(currentLocation().pathname).toBe('/review');
      expect(decisionsOf(requests)).toEqual([]);
      expect(pageActions()).toEqual([]);
    }
  });

  it('does not mark a verdict as read after m', async () => {
    const service = await startService();
    const { reviewer, supervisor } = service.userIds;
    await manyDrafts(service, 1);
    const mine = { created_user_id: reviewer, message_content: 'decided' };
    const { id } = await aResolvedDraft(service.db, supervisor, mine);
    const { user } = await openDesk('/review', 'reply 1');
    await user.click(screen.getByRole('link', { name: 'Approved' }));
    await within(queue()).findByText('decided');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    await user.keyboard('m');
    await findToast(NONE);
    expect((await stored(service, id)).create_user_resolved_read_time_unix).toBeNull();
  });

  it('opens the first draft after o, and keys decide on it', async () => {
    const { user, becomes } = await openOneDraft('queue');
    await user.keyboard('o');
    await within(await screen.findByRole('region', { name: 'Current draft' })).findByText('It is on its way.');
    await user.keyboard('a');
    await becomes('approved');
  });

  it('passes the focus to the page when a key opens a draft, because the list is hidden then', async () => {
    const { user, drafts } = await openDrafts(2);
    within(queue())
      .getByRole('link', { name: /reply 2/ })
      .focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(currentLocation().pathname).toBe(`/review/${drafts[1]?.id}`));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('decides on the selected rows', async () => {
    const { user } = await openDrafts(2);
    await user.keyboard('x');
    await user.keyboard('a');
    await screen.findByRole('dialog', { name: 'Approve 1 draft' });
  });
});

describe('a long press on a row', () => {
  it('selects it; taps then select further rows, and "Cancel" ends it', async () => {
    const { user } = await openDrafts(3);
    const row = async (text: string) => within(queue()).findByText(text);
    await user.pointer({ keys: '[TouchA>]', target: await row('reply 1') });
    await within(queue()).findByText('1 selected');
    await user.pointer({ keys: '[/TouchA]' });
    expect(currentLocation().pathname).toBe('/review');
    await user.pointer({ keys: '[TouchA]', target: await row('reply 3') });
    await within(queue()).findByText('2 selected');
    expect(currentLocation().pathname).toBe('/review');
    const bar = within(screen.getByRole('region', { name: 'Selected drafts' }));
    await user.click(bar.getByRole('button', { name: 'Approve 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 drafts' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(within(queue()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(within(queue()).queryByText(/selected/)).toBeNull());
    nothingIsDecided();
  });

  it('is not recognised if the finger moves, which scrolls', async () => {
    const { user } = await openDrafts(2);
    const row = await within(queue()).findByText('reply 1');
    await user.pointer([
      { keys: '[TouchA>]', target: row, coords: { clientX: 100, clientY: 100 } },
      { pointerName: 'TouchA', target: row, coords: { clientX: 100, clientY: 130 } },
    ]);
    // By the time this long press is recognised, the first one would have been as well.
    await user.pointer([{ keys: '[/TouchA]' }, { keys: '[TouchA>]', target: within(queue()).getByText('reply 2') }]);
    await within(queue()).findByText('1 selected');
    expect(within(queue()).getByRole<HTMLInputElement>('checkbox', { name: /Room 1/ }).checked).toBe(false);
  });
});
