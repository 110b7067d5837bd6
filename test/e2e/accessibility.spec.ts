import { expect } from '@playwright/test';
import { expectAccessible, findFaults } from './accessibility.ts';
import { expectWellLaid, findLayoutFaults } from './accessibility-layout.ts';
import { test } from './journey.ts';

const pages = [
  '/review',
  '/review/1',
  '/review?filter%5Brejected%5D=1&sort=-resolved_time_unix',
  '/review?filter%5Bcontent_or_room_name_like%5D=nothing-is-called-so',
  '/mine',
  '/mine/new',
  '/mine/1',
  '/watch',
  '/watch/wall',
  '/rooms',
  '/rooms/new',
  '/rooms/2',
  '/clients',
  '/clients/new',
  '/clients/1',
  '/keywords',
  '/keywords/new',
  '/keywords/1',
  '/keywords/import',
  '/keywords/bench',
  '/suggestions',
  '/suggestions/new',
  '/suggestions/1',
  '/settings',
  '/settings/capabilities',
  '/connections',
  '/no-such-page',
];

// One browser visits all pages, because signing in again takes longer than the check.
test('axe finds nothing on any page, and nothing is hidden, unreachable or misplaced', async ({ page, signIn }) => {
  await signIn('admin');
  for (const path of pages) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('main')).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
      await expectWellLaid(page);
    });
  }
});

test('axe finds nothing on the sign-in page with an error', async ({ page }) => {
  await page.goto('/connect');
  await page.getByLabel('Access token').fill('two words');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText('without spaces')).toBeVisible();
  await expectAccessible(page);
});

test('axe finds nothing while a reason is typed', async ({ page, signIn }) => {
  await signIn('reviewer');
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await expectAccessible(page);
});

test('axe finds nothing on the list of shortcuts', async ({ page, signIn }) => {
  await signIn('reviewer');
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
});

test('the axe check finds missing names, and low contrast that exists in dark mode only', async ({ page }) => {
  const style = '@media (prefers-color-scheme: dark) { p { color: #333; background: #222 } }';
  const body = `<main><h1>One</h1><p>Two</p><img src="data:," /></main>`;
  await page.setContent(`<html lang="en"><title>One</title><style>${style}</style>${body}</html>`);
  expect(await findFaults(page)).toEqual([
    expect.stringMatching(/^light, image-alt: .* img$/),
    expect.stringMatching(/^dark, color-contrast: .* p$/),
  ]);
});

test('the layout checks find small, moving, wide, hidden and cut-off elements, and marks by background alone', async ({
  page,
}) => {
  await page.setContent(`<html lang="en"><style>
    body { margin: 0 } button { width: 12px; height: 12px; padding: 0; display: block; outline: none }
    i { display: block; transition: opacity 1s } hr { width: 500px }
    #bar { position: fixed; inset: auto 0 0 0; height: 250px; background: white }
    p { height: 18px; overflow: hidden; font: 18px/1 sans-serif }
    </style><main><p>Text</p><a href="#one" aria-current="page">Current</a>
    <button>A</button><button>B</button><i>Fades</i><hr /><div id="bar"></div></main></html>`);
  const found = await findLayoutFaults(page);
  for (const what of [
    /^small: .*A</,
    /^moves: <i/,
    /^told by its ground alone: <a/,
    /^wide: the page: /,
    /^focus: hidden: .*A</,
    /^focus: not marked: .*A</,
    /^cut off: Text/,
  ]) {
    expect(found).toContainEqual(expect.stringMatching(what));
  }
});
