import { expect, type Locator } from '@playwright/test';
import { API_PREFIX } from '#contract/document.ts';
import { personOf, startDemo } from '../service-process.ts';
import { test } from './journey.ts';
import { chosen, draftText, lines, openId } from './review-desk.ts';

interface Draft {
  id: string;
  attributes: { message_content: string };
  relationships: { room: { data: { id: string } } };
}

interface Message {
  attributes: { content: string };
  relationships: { user: { data: { id: string } | null } };
}

/** The share of drafts that must be in sight together with everything a decision needs, without scrolling. */
const SHARE = 0.9;

test('the draft, the visitor’s last message, the rules and the buttons are in sight together', async ({ page }) => {
  // Uses a separate service, because other tests add drafts of any length to the shared one.
  const service = await startDemo();
  const { token } = personOf(service, 'admin');
  await page.goto(`${service.origin}/connect?then=%2Freview#token=${token}`);
  await expect(draftText(page)).toBeVisible();
  const read = async (path: string) => {
    const answer = await page.request.get(`${service.origin}${API_PREFIX}${path}`, {
      headers: { 'X-Access-Token': token, Accept: 'application/vnd.api+json' },
    });
    expect(answer.ok(), path).toBe(true);
    return answer.json();
  };
  const { data: drafts } = await read('/support_draft_messages?filter[in_review]=1&page[size]=100');
  expect(drafts.length).toBeGreaterThan(30);

  await lines(page).first().getByRole('link').click();
  const hidden: string[] = [];
  const left = new Map<string, Draft>(drafts.map((draft: Draft) => [draft.id, draft]));
  while (left.size > 0) {
    await page.waitForURL((url) => left.has(url.pathname.split('/').at(-1) ?? ''));
    const draft = left.get(openId(page));
    if (!draft) throw new Error(`${page.url()} was left again.`);
    left.delete(draft.id);
    const { data, included } = await read(`/rooms/${draft.relationships.room.data.id}/history?include=user`);
    const visitors = new Set(
      included.filter((user: { attributes: { kind: string } }) => user.attributes.kind === 'visitor').map(idOf),
    );
    // Newest first.
    const last = data.find((message: Message) => visitors.has(message.relationships.user.data?.id))?.attributes.content;
    await expect(draftText(page)).toContainText(draft.attributes.message_content.split('\n')[0] ?? '');
    const pane = chosen(page);
    const details = pane.getByRole('region', { name: 'Details' });
    await expect(details.getByRole('region', { name: 'Author' })).toBeVisible();
    const messages = pane.getByRole('list', { name: 'Messages' }).getByRole('listitem');
    const message = last && messages.filter({ hasText: last }).last();
    if (message) await expect(message).toBeVisible();
    const grounds: Locator[] = [
      pane.getByRole('article', { name: 'Draft' }),
      ...(message ? [message] : []),
      ...(await details.getByRole('region', { name: 'Rules that apply' }).all()),
      pane.getByRole('group', { name: 'Decision' }),
    ];
    if ((await Promise.all(grounds.map(isWhollyInSight))).includes(false)) hidden.push(draft.id);
    // Moves on by key, because loading the page for each draft would take most of the time.
    await page.keyboard.press('j');
  }
  // Closes the page first, because it still reads conversations from the service.
  await page.close();
  await service.close();
  expect(hidden.length, `not wholly in sight: ${hidden.join(', ')}`).toBeLessThanOrEqual(drafts.length * (1 - SHARE));
});

const idOf = ({ id }: { id: string }) => id;

/** Whether an element is wholly in the viewport, and not clipped by a scrolling container. */
const isWhollyInSight = (place: Locator) =>
  place.evaluate(
    (element) =>
      new Promise<boolean>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          // Allows for rounded fractions of pixels.
          resolve((entry?.intersectionRatio ?? 0) > 0.99);
        });
        observer.observe(element);
      }),
  );
