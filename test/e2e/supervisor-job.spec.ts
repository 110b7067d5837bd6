import { expect, type Page } from '@playwright/test';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { personOf, type ServiceProcess, startDemo } from '../service-process.ts';
import { test as journey, serviceOfWorker } from './journey.ts';
import { inDatabase } from './review-desk.ts';

/** Uses a separate service, in which only the visitors of the demo are waiting. */
const test = journey.extend<object, { service: ServiceProcess }>({
  service: serviceOfWorker(startDemo),
});

interface Waiting {
  id: number;
  /** The newest draft in review by another user. */
  draft: number | null;
  newest: number;
}

interface Message {
  id: number;
  room_id: number;
  content: string;
}

interface Draft {
  id: number;
  room_id: number;
  message_content: string;
  status: string;
}

type Way = 'review' | 'write' | 'elsewhere';

/** The id of the focused row. */
const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('tr[data-row]')?.dataset.row);

/** Moves from row to row by key until the room is open beside the table. */
async function goTo(page: Page, id: number) {
  await expect(page.getByRole('table', { name: 'Waiting visitors' })).toBeVisible();
  for (let pressed = 0; (await focusedRow(page)) !== String(id); pressed++) {
    expect(pressed, `rows before the one of room ${id}`).toBeLessThan(40);
    await page.keyboard.press('j');
  }
  await expect(page).toHaveURL(new RegExp(`/watch/${id}$`));
  await expect(page.locator('tr[aria-current=true]')).toHaveAttribute('data-row', String(id));
  await expect(page.getByRole('complementary', { name: /^Conversation with / })).toBeVisible();
}

test('a supervisor clears twenty waits by keyboard, each as intended and without affecting others', async ({
  page,
  service,
  signIn,
  request,
}) => {
  test.slow();
  const { user_id } = await signIn('supervisor');
  const waiting = inDatabase<Waiting>(
    service,
    `select id, last_message_id as newest, (
       select max(draft.id) from support_draft_messages as draft
       where room_id = rooms.id and status in ('in_review', '') and created_user_id <> ?
     ) as draft
     from rooms where awaiting_support = 1 order by awaiting_since_unix, id limit 20`,
    user_id,
  );
  expect(waiting).toHaveLength(20);
  const reviewed = waiting.filter(({ draft }) => draft !== null).slice(0, 4);
  const written = waiting.filter(({ draft }) => draft === null).slice(0, 3);
  const wayOf = (room: Waiting): Way =>
    reviewed.includes(room) ? 'review' : written.includes(room) ? 'write' : 'elsewhere';
  const textFor = ({ id }: Waiting) => `An answer for room ${id} alone.`;
  const undone = waiting.find((room) => wayOf(room) === 'elsewhere');

  await page.goto('/watch');
  for (const room of waiting) {
    await goTo(page, room.id);
    if (wayOf(room) === 'review') {
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
      await page.keyboard.type('Review its draft');
      await expect(page.getByRole('option', { name: 'Review its draft' })).toHaveAttribute('data-highlighted');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/review/${room.draft}`));
      await expect(page.getByRole('button', { name: /^Approve/ }).first()).toBeEnabled();
      await page.keyboard.press('a');
      await expect(page).not.toHaveURL(new RegExp(`/review/${room.draft}(\\?|$)`));
      await page.keyboard.press('g');
      await page.keyboard.press('w');
    } else if (wayOf(room) === 'write') {
      await page.keyboard.press('w');
      await expect(page.getByRole('textbox', { name: 'Write a draft' })).toBeFocused();
      await page.keyboard.type(textFor(room));
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(page.getByText('Sent for review').first()).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Write a draft' })).toBeHidden();
    } else {
      const row = page.locator(`tr[data-row="${room.id}"]`);
      await page.keyboard.press('e');
      await expect(row.getByRole('button', { name: /^Undo/ })).toBeVisible();
      if (room !== undone) continue;
      await page.keyboard.press('z');
      await expect(row.getByRole('button', { name: /^Undo/ })).toBeHidden();
      await goTo(page, room.id);
      await page.keyboard.press('e');
      await expect(row.getByRole('button', { name: /^Undo/ })).toBeVisible();
    }
  }

  // A colleague approves the written drafts.
  const reviewer = personOf(service, 'reviewer');
  for (const room of written) {
    const [draft] = draftsBy(service, user_id, room.id);
    const answer = await request.put(`${service.origin}${API_PREFIX}/support_draft_messages/${draft?.id}/approve`, {
      headers: { 'X-Access-Token': reviewer.token, 'Content-Type': MEDIA_TYPE },
    });
    expect(answer.ok()).toBe(true);
  }
  await expect(page.getByText('No visitors waiting')).toBeVisible();

  for (const room of waiting) {
    const sent = inDatabase<Message>(
      service,
      'select id, room_id, content from messages where room_id = ? and id > ?',
      room.id,
      room.newest,
    );
    const [draft] = inDatabase<Draft>(service, 'select * from support_draft_messages where id = ?', room.draft ?? 0);
    const way = wayOf(room);
    const expected = way === 'review' ? [draft?.message_content] : way === 'write' ? [textFor(room)] : [];
    expect(sent.map(({ content }) => content)).toEqual(expected);
    if (draft) expect(draft.status).toBe(way === 'review' ? 'approved' : 'in_review');
  }
});

const draftsBy = (service: ServiceProcess, userId: string, roomId: number) =>
  inDatabase<Draft>(
    service,
    'select * from support_draft_messages where created_user_id = ? and room_id = ? order by id desc',
    userId,
    roomId,
  );
