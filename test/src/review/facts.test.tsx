import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { queryClient } from '#src/api/query-client.ts';
import { aClient, aDraft, aMessage, aResolvedDraft, aRoom, aUser, MADE_AT_UNIX } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { answering, refusal } from '../answering.ts';
import { startService } from '../render-page.tsx';
import { textsOf } from '../texts-of.ts';
import { chosen, freshDesk, manyDrafts, nothingIsDecided, openDesk } from './render-review-desk.tsx';

beforeEach(freshDesk);

const HOUR = 3600;
const details = () => within(chosen()).findByRole('region', { name: 'Details' });

/** A draft for a visitor of a client, in a room with the given settings. */
async function aDraftWith(settings: object) {
  const service = await startService();
  await aClient(service.db, { title: 'Other', code: 'other' });
  await aClient(service.db, { title: 'Gannet Air', code: 'gannet', settings: '{"accent_color":"#e63946"}' });
  const anna = await aUser(service.db, { name: 'Anna', kind: 'visitor' });
  const room = await aRoom(service.db, { name: 'Anna', settings: JSON.stringify(settings) }, [anna.id]);
  const created_user_id = service.userIds.agent;
  const draft = await aDraft(service.db, { room_id: room.id, message_content: 'On its way.', created_user_id });
  const say = (hours: number) => {
    const at = MADE_AT_UNIX + hours * HOUR;
    const when = { created_at_unix: at, created_at_ms: at * 1000 };
    return aMessage(service.db, { room_id: room.id, user_id: anna.id, ...when }, false);
  };
  return { service, room, draft, say };
}

async function openDraftWith(settings: object) {
  const made = await aDraftWith(settings);
  return { ...made, ...(await openDesk('/review', 'On its way.')) };
}

/** The values of the visitor's facts by their names. */
async function visitorFacts() {
  const section = within(await details()).getByRole('region', { name: 'Visitor' });
  const texts = (role: string) => textsOf(within(section).getAllByRole(role));
  const values = texts('definition');
  return Object.fromEntries(texts('term').map((name, index) => [name, values[index]]));
}

test('visitor facts: client with its colour, page as a safe link, language by name, past visits', async () => {
  const page_url = 'https://gannet.example/refunds?ticket=1';
  const { say } = await aDraftWith({ client: 'gannet', language: 'pt', page_url });
  for (const hours of [-48, -47.5, -24, -1]) await say(hours);
  const { requests } = await openDesk('/review', 'On its way.');
  await waitFor(async () =>
    expect(await visitorFacts()).toEqual({
      Client: 'Gannet Air',
      Page: 'gannet.example/refunds',
      Language: 'Portuguese',
      'Past visits': '2 visits, last Mar 11',
    }),
  );
  const link = within(await details()).getByRole('link', { name: 'gannet.example/refunds' });
  expect(link.getAttribute('href')).toBe(page_url);
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  const brief = await within(chosen()).findByText(/3rd visit$/);
  expect(brief.textContent).toBe('Gannet Air · Portuguese · 3rd visit');
  expect(brief.querySelector('[style]')?.getAttribute('style')).toBe('background: rgb(230, 57, 70);');
  // Strict Mode may send a read twice.
  const reads = (part: string) =>
    new Set(requests.map(({ url }) => decodeURIComponent(url)).filter((url) => url.includes(part)));
  // The checks request these at the same time as the clients.
  await waitFor(() => expect(reads('filter[rejected]=1').size).toBe(1));
  expect(reads('/clients?').size, 'the facts and the checks share a request').toBe(1);
});

test('unknown clients and languages are shown as received, and a page without a web address is no link', async () => {
  await openDraftWith({ client: 'unknown-one', language: 'not a language', page_url: 'javascript:alert(1)' });
  await waitFor(async () =>
    expect(await visitorFacts()).toEqual({
      Client: 'unknown-one',
      Page: 'javascript:alert(1)',
      Language: 'not a language',
    }),
  );
  expect(within(await details()).queryByRole('link', { name: /javascript/ })).toBeNull();
});

async function decide({ db, userIds: { agent, reviewer, supervisor } }: TestService) {
  const by = { created_user_id: agent };
  for (const message_content of ['a', 'b', 'c']) await aResolvedDraft(db, reviewer, { ...by, message_content });
  await aResolvedDraft(db, reviewer, { ...by, message_content: 'd', settings: '{"original_content":"e"}' });
  await aResolvedDraft(db, reviewer, { ...by, message_content: 'f', status: 'rejected' });
  await aResolvedDraft(db, reviewer, { created_user_id: supervisor, message_content: 'g' });
}

const author = async () => within(await details()).findByRole('region', { name: 'Author' });

test('author facts: numbers of decided drafts, fetched once for all drafts of the author; unknown facts left out', async () => {
  const { service, room } = await aDraftWith({});
  await decide(service);
  await aDraft(service.db, { room_id: room.id, message_content: 'second', created_user_id: service.userIds.agent });
  const { user, requests } = await openDesk('/review', 'On its way.', { isStrict: false });
  expect((await author()).textContent).toContain('Sam agent');
  await within(await author()).findByText('3 approved, 1 edited, 1 rejected');
  expect(within(await details()).queryByRole('region', { name: 'Visitor' })).toBeNull();
  await user.keyboard('j');
  await within(chosen()).findByText('second');
  await within(await author()).findByText('3 approved, 1 edited, 1 rejected');
  const asked = requests.filter(({ url }) => decodeURIComponent(url).includes('filter[created_user_id]'));
  expect(asked).toHaveLength(1);
});

test.each([
  ['refused', () => refusal(400, { code: '102', detail: 'created_user_id is not allowed' })],
  ['ignored', undefined],
])('the author is shown without numbers if the filter by author is %s', async (_, answer) => {
  const { service } = await aDraftWith({});
  await decide(service);
  let asked = 0;
  const isAbout = (url: string) => url.includes('filter[created_user_id]');
  await openDesk('/review', 'On its way.', {
    wrapFetch: (fetch) =>
      answering((url, init) => {
        if (!isAbout(url)) return undefined;
        asked++;
        return answer?.() ?? fetch(url.replace('filter[created_user_id]', 'ignored'), init);
      })(fetch),
  });
  await waitFor(() => expect(asked).toBeGreaterThan(0));
  expect((await author()).textContent).toBe('AuthorSam agent');
});

test('the facts list the other drafts of the room; a form on one keeps text and focus when another user decides', async () => {
  const { service, room } = await aDraftWith({});
  const made = { room_id: room.id, created_user_id: service.userIds.agent };
  const other = await aDraft(service.db, { ...made, message_content: 'second' });
  await aResolvedDraft(service.db, service.userIds.reviewer, { ...made, message_content: 'sent before' });
  const later = { created_at_unix: MADE_AT_UNIX + HOUR, message_content: 'sent later' };
  await aResolvedDraft(service.db, service.userIds.reviewer, { ...made, ...later });
  const { user } = await openDesk('/review', 'On its way.');
  const others = within(await details());
  await user.click(await others.findByText('1 more draft in review'));
  const second = await others.findByText('second');
  const summary = others.getByText('Other drafts in this conversation');
  await user.click(summary);
  const held = within(summary.closest('details') as HTMLElement);
  await held.findByText('sent before');
  expect(held.getByText('sent later')).toBeTruthy();
  expect(held.getByText('second')).toBeTruthy();
  expect(held.queryByText('On its way.')).toBeNull();

  // Another user decides while a form is open.
  const row = second.closest('li') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'Reject' }));
  const field = await within(row).findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
  await user.type(field, 'In');
  await service.send('PUT', `/support_draft_messages/${other.id}/approve`, { as: 'supervisor' });
  await queryClient.refetchQueries();
  await others.findByText(/decided while you were typing/);
  await user.keyboard('accurate.');
  nothingIsDecided();
  expect(field.isConnected && field.value).toBe('Inaccurate.');
  expect(document.activeElement).toBe(field);
});

test('a notice says that older drafts of the room may be missing', async () => {
  const { service, room } = await aDraftWith({});
  await aResolvedDraft(service.db, service.userIds.reviewer, { room_id: room.id, message_content: 'long ago' });
  const created_at_unix = MADE_AT_UNIX + HOUR;
  for (let count = 0; count < 100; count++) {
    await aResolvedDraft(service.db, service.userIds.reviewer, { message_content: 'for Anna', created_at_unix });
  }
  const { user } = await openDesk('/review', 'On its way.');
  const others = within(await details());
  await user.click(await others.findByText('Other drafts in this conversation'));
  expect(await others.findByText('Older drafts may be missing.')).toBeTruthy();
  expect(others.queryByText('No other drafts')).toBeNull();
});

test('in a narrower window the facts are collapsed to one line that opens', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  const { draft } = await aDraftWith({ client: 'gannet', language: 'pt' });
  const { user } = await openDesk(`/review/${draft.id}`, 'On its way.');
  const [name] = await within(chosen()).findAllByText('Gannet Air');
  const line = name?.closest('details');
  expect(line?.open).toBe(false);
  await user.click(screen.getByText('Details', { selector: 'summary span' }));
  expect(line?.open).toBe(true);
  expect(await visitorFacts()).toEqual({ Client: 'Gannet Air', Language: 'Portuguese' });
});

test('another draft of the room is listed also if the queue could not load the page that it is on', async () => {
  const { service, room } = await aDraftWith({});
  await manyDrafts(service, PAGE_SIZE.most);
  const made = { room_id: room.id, created_user_id: service.userIds.agent };
  await aDraft(service.db, { ...made, message_content: 'second', created_at_unix: MADE_AT_UNIX + HOUR });
  const isSecondPage = (url: string) => url.includes('page[number]=2') && !url.includes('content_or_room_name_like');
  await openDesk('/review', 'On its way.', {
    wrapFetch: answering((url) => isSecondPage(url) && refusal(422)),
  });
  await within(await details()).findByText('1 more draft in review');
});
