import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#src/api/query-client.ts';
import { roomRoutes } from '#src/routes.tsx';
import { aRoom } from '#test/builders.ts';
import { answering, intercepting, isWrite, refusal } from '../answering.ts';
import '../in-process-worker.ts';
import { asksBeforeLeaving, leavePage } from '../browser-events.ts';
import { noResponse, responseLost } from '../network-faults.ts';
import { findToast, type PageOptions, renderPage, startService } from '../render-page.tsx';
import { withOutbox } from '../with-outbox.tsx';

const MAY_BE_SENT = 'It may have been sent anyway. Check My drafts before sending it again.';
const sendKeys = '{Control>}{Enter}{/Control}';
const mark = () => Object.keys(localStorage).filter((key) => key.endsWith('.sent'));

async function start() {
  const service = await startService();
  const room = await aRoom(service.db, { name: 'Blue Heron' });
  const open = async (options: Partial<PageOptions> = {}) => {
    const page = await renderPage(`/rooms/${room.id}`, { routes: withOutbox(roomRoutes), role: 'agent', ...options });
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a draft' });
    const reload = async (options?: Partial<PageOptions>) => {
      leavePage();
      page.unmount();
      queryClient.clear();
      return open(options);
    };
    return { ...page, field, reload };
  };
  const texts = async () => {
    const rows = await service.db.selectFrom('support_draft_messages').select('message_content').execute();
    return rows.map((row) => row.message_content);
  };
  return { open, texts };
}

test('leaving while a draft is being sent warns', async () => {
  const { open } = await start();
  const held = Promise.withResolvers<void>();
  const { user, field } = await open({ wrapFetch: answering((_, { method }) => method === 'POST' && held.promise) });
  await user.type(field, 'First.');
  expect(asksBeforeLeaving()).toBe(false);
  await user.keyboard(sendKeys);
  await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
  held.resolve();
  await findToast('Sent for review');
  expect([asksBeforeLeaving(), mark()]).toEqual([false, []]);
});

test('after a reload, a text whose answer was not seen is found as sent, and what was typed since stays', async () => {
  const { open, texts } = await start();
  const { user, field, reload } = await open({ wrapFetch: intercepting(isWrite, noResponse) });
  await user.type(field, `First.${sendKeys} Second.`);
  await waitFor(async () => expect(await texts()).toEqual(['First.']));
  const again = await reload();
  await findToast('Sent for review');
  await waitFor(() => expect(again.field.value).toBe('Second.'));
  expect([mark(), again.requests.filter(({ method }) => method === 'POST')]).toEqual([[], []]);
});

test.each([true, false])(
  'if it is not found, the form says so, and sending looks for it first; applied late: %s',
  async (isLate) => {
    const { open, texts } = await start();
    const late = Promise.withResolvers<void>();
    const { user, field, reload } = await open({
      wrapFetch: intercepting(isWrite, (...request) => late.promise.then(() => noResponse(...request))),
    });
    await user.type(field, `First.${sendKeys}`);
    const again = await reload();
    await screen.findByText(MAY_BE_SENT);
    expect([again.field.value, await texts()]).toEqual(['First.', []]);
    if (isLate) late.resolve();
    if (isLate) await waitFor(async () => expect(await texts()).toEqual(['First.']));
    await again.user.type(again.field, sendKeys);
    await findToast('Sent for review');
    await waitFor(() => expect(again.field.value).toBe(''));
    expect([await texts(), mark()]).toEqual([['First.'], []]);
  },
);

test('a reload after an unknown outcome looks again', async () => {
  const { open, texts } = await start();
  let isDown = false;
  const wrapFetch = intercepting((url) => isDown && url.includes('support_draft_messages'), responseLost);
  const { user, field, reload } = await open({ wrapFetch });
  isDown = true;
  await user.type(field, `First.${sendKeys}`);
  await screen.findByText(/It may have been sent anyway/);
  isDown = false;
  const again = await reload();
  await findToast('Sent for review');
  await waitFor(() => expect(again.field.value).toBe(''));
  expect(await texts()).toEqual(['First.']);
});

test.each([
  ['a refused text', false],
  ['a text typed again after an unknown outcome', true],
])('%s is not looked for after a reload', async (_, isUnknown) => {
  const { open } = await start();
  const wrapFetch = isUnknown
    ? intercepting(isWrite, noResponse)
    : answering((_url, { method }) => method === 'POST' && refusal(422, { title: 'No more drafts today' }));
  const { user, field, reload } = await open({ wrapFetch });
  await user.type(field, `First.${sendKeys}`);
  if (isUnknown) {
    await user.clear(field);
    await user.type(field, 'First.');
  } else await screen.findByText(/No more drafts today/);
  expect(mark()).toEqual([]);
  const again = await reload();
  expect([again.field.value, screen.queryByText(MAY_BE_SENT)]).toEqual(['First.', null]);
});
