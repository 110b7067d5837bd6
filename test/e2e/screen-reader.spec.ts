import { expect } from '@playwright/test';
import { writeDraft } from '#test/api-client.ts';
import { personOf } from '../service-process.ts';
import { startScreenReader } from './accessibility-tree.ts';
import { holdTimers, passHeldTime } from './held-timers.ts';
import { test } from './journey.ts';

test('a review works with a screen reader and keyboard alone', async ({ page, service }) => {
  for (let number = 1; number <= 7; number++) await writeDraft(service, '2', `Ebb table, page ${number}.`);
  await holdTimers(page);
  await page.goto(`/connect?then=${encodeURIComponent('/review')}`);
  const reader = await startScreenReader(page);
  const { press, hear, read, tabTo, expectFocus } = reader;

  await test.step('signing in', async () => {
    await expect.poll(() => read('heading')).toBe('Countersign');
    await tabTo('textbox', 'Access token');
    await reader.type(personOf(service, 'admin').token);
    await press('Enter');
    await expectFocus('main', 'Review');
  });

  await test.step('finding the drafts', async () => {
    // The count loads after the first screen, and is announced only when it changes.
    await expect.poll(() => read('main', 'Review')).toMatch(/\d+ drafts/);
    await press('/');
    await expectFocus('searchbox', 'Search text or room');
    await reader.type('Ebb table');
    await hear('7 drafts');
    await tabTo('link', /(draft|Visitor waiting) .* Ebb table, page 1/);
    await press('Enter');
    await expectFocus('link', /page 1/);
    expect(await read('article', 'Draft')).toMatch(/Draft by .* Not sent yet Ebb table, page 1\./);
    expect(await read('region', 'Conversation')).toMatch(/Draft by .* Ebb table, page 1\./);
    await press('f');
    await expectFocus('main', 'Review');
    await press('f', 'j', 'k');
    await expectFocus('link', /page 1/);
  });

  await test.step('approving, twice the same', async () => {
    await press('a');
    await expectFocus('link', /page 2/);
    await hear('Approving… Town hall wedding');
    await press('a');
    await expectFocus('link', /page 3/);
    await hear('Approving… Town hall wedding');
    await passHeldTime(page);
    await hear('Approved: Town hall wedding');
    await hear('Approved: Town hall wedding');
  });

  await test.step('rejecting with a reason', async () => {
    await press('r');
    expect((await expectFocus('textbox', 'Reason')).states).toMatch(/Shown to the author.*required/);
    await press('Escape');
    await expectFocus('button', 'Reject');
    await press('Enter');
    await expectFocus('textbox', 'Reason');
    await reader.type('The moon is full.');
    await press('Control+Enter');
    await expectFocus('link', /page 4/);
    await hear('Rejecting… Town hall wedding');
    await passHeldTime(page);
    await hear('Rejected: Town hall wedding');
  });

  await test.step('editing and approving, and taking that back', async () => {
    await press('e');
    expect((await expectFocus('textbox', 'Text')).states).toContain('Ebb table, page 4.');
    await reader.type(' Yours, Tomás');
    await press('Control+Enter');
    await hear('Approving…');
    await press('z');
    await hear('Undone: Town hall wedding');
  });

  await test.step('selecting and approving several', async () => {
    await press('Control+a');
    await hear('4 selected');
    await tabTo('button', 'Approve', { isBack: true });
    await press('Enter');
    await expectFocus('button', 'Cancel');
    expect(await read('dialog', 'Approve 4 drafts')).toMatch(
      /Check them before approving.*page 4.*page 5.*page 6.*page 7/,
    );
    await tabTo('button', 'Approve 4');
    // A live region is announced only if it existed before its text.
    const { promise: shown, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/rapi/**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : shown.then(() => route.continue()),
    );
    await press('Enter');
    await expectFocus('main', 'Review');
    await hear('Approving 4 drafts…');
    await passHeldTime(page);
    letGo();
    await hear('Approved 4 drafts');
  });
});

test('lists, records and dialogs work with a screen reader and keyboard alone', async ({ page, signInByLink }) => {
  await holdTimers(page);
  // It moves the focus to the page.
  await signInByLink('admin');
  const reader = await startScreenReader(page);
  const { press, hear, read, tabTo, expectFocus } = reader;
  await expect.poll(() => read('navigation', 'Pages')).toContain('Rooms');

  await test.step('a list is filtered, sorted and ticked', async () => {
    await press('g', 'r');
    await expectFocus('main', 'Rooms');
    await press('/');
    await reader.type('wedding');
    await hear(/^\d records$/);
    await tabTo('button', 'Name');
    await press('Enter');
    await hear('Sorted by Name, ascending');
    await press('Enter');
    await hear('Sorted by Name, descending');
    await press('j');
    await expectFocus('link', /wedding/);
    await press('x');
    await hear('1 selected');
    await tabTo('button', 'Clear selection');
    await press('Enter');
    await hear('0 selected');
    await expectFocus('main', 'Rooms');
  });

  await test.step('a room is opened, and left', async () => {
    await press('j', 'Enter');
    await expectFocus('main', /wedding/);
    expect(await read('region', 'Conversation')).toBeTruthy();
    await tabTo('link', 'Edit');
    await press('Enter');
    await expectFocus('textbox', 'Name');
    await press('Escape');
    await expectFocus('link', 'Edit');
  });

  await test.step('a keyword is read in its dialog, deleted, and taken back', async () => {
    await press('g', 'k');
    await expectFocus('main', 'Keywords');
    await expect.poll(() => read('gridcell', /./)).toBeDefined();
    await press('j');
    const { name } = await expectFocus('gridcell');
    await press('o');
    expect((await expectFocus('textbox', 'Keyword')).states).toContain(name);
    expect(await read('dialog', 'Keyword')).toContain('The word as visitors write it.');
    await tabTo('button', 'Delete');
    await press('Enter');
    await hear(`Deleted “${name}”`);
    await press('z');
    await hear(`Undone: ${name}`);
  });

  await test.step('a client is changed and saved, and says what it refuses', async () => {
    await tabTo('link', 'Clients', { isBack: true });
    await press('Enter');
    await hear('Clients');
    await press('j');
    const { name } = await expectFocus('link');
    await press('Enter');
    await expectFocus('main', name);
    await tabTo('textbox', 'Title');
    await press('End');
    await reader.type(' II');
    await press('Control+Enter');
    await hear(`Saving “${name} II”`);
    await passHeldTime(page);
    await hear(`Saved “${name} II”`);
    await press('Control+Enter');
    await hear(`Saved “${name} II”`);
    await press('Control+a', 'Delete', 'Control+Enter');
    const { states } = await expectFocus('textbox', 'Title');
    expect(states).toMatch(/invalid=true/);
  });
});
