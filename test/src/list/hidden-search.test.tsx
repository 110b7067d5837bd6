import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keywordRoutes, mineRoutes, reviewRoutes, roomListRoutes } from '#src/routes.tsx';
import { aDraft, aKeyword, aRoom } from '#test/builders.ts';
import { asPhone } from '../as-phone.ts';
import { findToast, renderPage, startService } from '../render-page.tsx';

// jsdom has no layout: an element is hidden if a class hides it in a narrow window.
beforeEach(() => {
  asPhone();
  Element.prototype.checkVisibility = function checkVisibility() {
    return this.closest('.max-md\\:hidden') === null;
  };
});
afterEach(() => void Reflect.deleteProperty(Element.prototype, 'checkVisibility'));

const routes = [...keywordRoutes, ...mineRoutes, ...reviewRoutes, ...roomListRoutes];

async function show(path: string, text: string) {
  const { db, userIds } = await startService();
  await aKeyword(db, { key_name: 'parcel' });
  const room = await aRoom(db, { name: 'Blue Heron' });
  await aDraft(db, { room_id: room.id, created_user_id: userIds.reviewer, message_content: 'My reply' });
  const page = await renderPage(path, { routes, role: 'reviewer' });
  await screen.findAllByText(text);
  return page;
}

test.each([
  ['/rooms', 'Blue Heron'],
  ['/keywords', 'parcel'],
  ['/review', 'My reply'],
  ['/mine?filter[in_review]=1', 'My reply'],
])('on %s, the key of the search shows a hidden search and focuses it', async (path, text) => {
  const { user } = await show(path, text);
  const search = screen.getByRole('searchbox');
  expect(search.checkVisibility()).toBe(false);
  await user.keyboard('/');
  expect(search.checkVisibility()).toBe(true);
  expect(document.activeElement).toBe(search);
});

test.each(['/review/1', '/mine/1?filter[in_review]=1'])(
  'on %s, whose search is hidden, the key says so',
  async (path) => {
    const { user } = await show(path, 'My reply');
    await user.keyboard('/');
    await findToast('There’s no search on this page.');
    expect(screen.getByRole('searchbox').matches(':focus')).toBe(false);
  },
);
