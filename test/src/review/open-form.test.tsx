import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { currentLocation } from '#src/lib/router.ts';
import { updateSettings } from '#src/lib/storage/settings.ts';
import { pageActions } from '#src/page/page-actions.ts';
import { pauseToastTimers, toasts } from '#src/ui/overlay/toasts.ts';
import { refusal } from '../answering.ts';
import { findToast } from '../render-page.tsx';
import {
  chosen,
  currentLine,
  freshDesk,
  nothingIsDecided,
  onDecision,
  openDrafts,
  openOneDraft,
  queue,
} from './render-review-desk.tsx';

beforeEach(freshDesk);

/** Opens the second of three drafts by its address. */
async function openSecond() {
  const page = await openDrafts(3, ([, second]) => `/review/${second?.id}`, { text: 'reply 2' });
  await waitFor(() => expect(within(queue()).getAllByRole('listitem')).toHaveLength(3));
  return { ...page, path: `/review/${page.drafts[1]?.id}` };
}

const fields = {
  e: () => within(chosen()).findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }),
  r: () => within(chosen()).findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ }),
};
const cases = [
  ['e', 'You’re editing this draft. Approve it with your changes, or cancel.'],
  ['r', 'You’re rejecting this draft. Send the rejection, or cancel.'],
] as const;

test.each(cases)(
  'while the form opened by %s is open, other keys and palette commands return to its field',
  async (key, why) => {
    const { user } = await openSecond();
    await user.keyboard(key);
    const field = await fields[key]();
    await user.type(field, ' Soon.');
    const { value } = field;
    for (const pressed of ['a', 'r', 'e']) {
      field.blur();
      await user.keyboard(pressed);
      nothingIsDecided();
      await findToast(why);
      await waitFor(() => expect(document.activeElement).toBe(field));
    }
    for (const label of ['Approve this draft', 'Reject this draft…', 'Edit this draft…']) {
      field.blur();
      const action = await waitFor(() => {
        const found = pageActions().find((offered) => offered.label === label);
        expect(found).toBeTruthy();
        return found;
      });
      action?.act();
      nothingIsDecided();
      await findToast(why);
      await waitFor(() => expect(document.activeElement).toBe(field));
    }
    expect(field.value).toBe(value);
    // Otherwise the toast would time out by itself.
    pauseToastTimers(true);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(toasts.get(), 'closing the form dismisses the explanation').toEqual([]));
  },
);

test.each([
  ['Try again', {}, ...cases[0]],
  ['Try again', {}, ...cases[1]],
  ['Approve anyway', { code: 'room_moved_on' }, ...cases[0]],
])('“%s” after a failure %j returns to the form that %s has opened since', async (name, error, key, why) => {
  let sent = 0;
  const wrapFetch = onDecision(async () => refusal(422, { ...error, title: String(++sent) }));
  const { user } = await openOneDraft('address', { wrapFetch });
  await user.keyboard('a');
  const again = await within(chosen()).findByRole('button', { name });
  await user.keyboard(key);
  const field = await fields[key]();
  await user.type(field, ' Soon.');
  const { value } = field;
  await user.click(again);
  await findToast(why);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect([field.value, sent]).toEqual([value, 1]);
});

test.each([
  ['a', 'reply 3'],
  ['az', 'reply 2'],
])('a form opened right after %s keeps the focus, which a link takes a frame later', async (keys, text) => {
  updateSettings({ undoSeconds: 30 });
  const { user } = await openSecond();
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => frames.push(run));
  const nextFrame = () => frames.splice(0).map((run) => run(0));
  await user.keyboard(keys);
  // An undo waits a frame before it navigates, and another one after that.
  if (keys.endsWith('z')) nextFrame();
  await waitFor(() => expect(chosen().textContent).toContain(text));
  await user.keyboard('e');
  const field = await fields.e();
  nextFrame();
  await user.keyboard(' Soon.');
  expect(field.value).toBe(`${text} Soon.`);
});

test('for keys, an open form takes precedence over the selected drafts', async () => {
  const { user } = await openSecond();
  await user.keyboard('xe');
  await user.keyboard('{Escape}e');
  const field = await fields.e();
  await user.click(within(queue()).getByRole('checkbox', { name: 'Select Room 3' }));
  await user.keyboard('a');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an edit that was not sent is kept when the draft is approved with others', async () => {
  const { user, rowOf } = await openSecond();
  await user.keyboard('e');
  await user.type(await fields.e(), ' Soon.');
  await user.keyboard('{Escape}{Control>}a{/Control}a');
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Approve 3' }));
  await findToast('Approved 3 drafts');
  expect((await rowOf(2)).message_content).toBe('reply 2');
  expect(Object.values(localStorage)).toContain('"reply 2 Soon."');
});

test('an emptied text stays empty, shows an error, and is not sent', async () => {
  const { user } = await openSecond();
  await user.keyboard('e');
  const field = await fields.e();
  await user.clear(field);
  expect(field.value).toBe('');
  await within(chosen()).findByText('A draft can’t be empty.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  nothingIsDecided();
  await user.type(field, 'New');
  expect(field.value).toBe('New');
  await user.clear(field);
  await user.click(within(chosen()).getByRole('button', { name: 'Reset to original' }));
  expect(field.value).toBe('reply 2');
});

test('Escape closes the form wherever the focus is, also while single keys are off, and u too; the draft stays', async () => {
  const { user, path } = await openSecond();
  const closes = async (key: keyof typeof fields, leave: string, focused?: string) => {
    await user.keyboard(key);
    const field = await fields[key]();
    if (focused) within(chosen()).getByRole('button', { name: focused }).focus();
    else field.blur();
    await user.keyboard(leave);
    await waitFor(() => expect(field.isConnected).toBe(false));
    expect(currentLocation().pathname).toBe(path);
  };
  await closes('r', '{Escape}', 'Wrong tone');
  await closes('r', '{Escape}', 'Cancel');
  for (const key of ['e', 'r'] as const) for (const leave of ['{Escape}', 'u']) await closes(key, leave);

  await user.keyboard('e');
  const field = await fields.e();
  updateSettings({ shortcuts: false });
  within(chosen()).getByRole('button', { name: 'Cancel' }).focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field.isConnected).toBe(false));
});

test('closing a draft leaves it shown, and keys act on it', async () => {
  const { user, rowOf } = await openSecond();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(currentLocation().pathname).toBe('/review'));
  expect(currentLine().textContent).toContain('reply 2');
  await waitFor(() => expect(document.activeElement).toBe(currentLine()));
  await user.keyboard('a');
  await waitFor(async () => expect((await rowOf(2)).status).toBe('approved'));
  expect((await rowOf(1)).status).toBe('in_review');
});
