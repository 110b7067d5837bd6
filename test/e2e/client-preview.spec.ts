import { readdirSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, type Page, type Request } from '@playwright/test';
import { hostileSnippets, RESTLESS } from './hostile-snippets.ts';
import { test } from './journey.ts';
import { replaceCode } from './replace-code.ts';

/** A server that must never be contacted. Counts connections, including those without a request. */
async function startTrap() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, port, count: () => connections, close: () => server.close() };
}

/** Records everything the browser does beyond rendering the page. */
function watch(page: Page, isOwn: (url: URL) => boolean) {
  const seen: string[] = [];
  const asked = new Set<Request>();
  page.context().on('request', (request) => {
    if (!isOwn(new URL(request.url()))) asked.add(request);
  });
  // The browser also reports requests that the CSP or the opaque origin blocked before they were sent.
  page.context().on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason === 'csp' || reason === 'origin') asked.delete(request);
    else if (asked.has(request)) seen.push(`${reason} ${request.url()}`);
  });
  page.context().on('response', (response) => {
    if (asked.has(response.request())) seen.push(`response ${response.url()}`);
  });
  page.context().on('page', (other) => seen.push(`window ${other.url()}`));
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('download', (download) => seen.push(`download ${download.url()}`));
  return () => [...seen, ...Array.from(asked, (request) => `request ${request.url()}`)];
}

/** The content of the innermost frame. */
const inner = (page: Page) => page.frameLocator('iframe').frameLocator('iframe').last();

/** Waits until the newest page is the only one: the one before it stays in sight until this one has scrolled as far. */
const onlyNewest = (page: Page) => expect(page.frameLocator('iframe').locator('iframe')).toHaveCount(1);

const scrolledTo = (page: Page) =>
  inner(page)
    .locator('body')
    .evaluate(() => Math.round(scrollY));

const marked = (snippet: string, mark: string) => `<i>${mark}</i>${snippet}`;

/** Five snippets per page, except those that wait for a click. A test below tries each snippet alone. */
function inFewPages(snippets: Record<string, string>): string[] {
  const all = Object.values(snippets);
  const quiet = all.filter((code) => !code.includes('inset:0'));
  const groups = Array.from({ length: Math.ceil(quiet.length / 5) }, (_, at) =>
    quiet.slice(5 * at, 5 * at + 5).join(''),
  );
  return [...groups, ...all.filter((code) => code.includes('inset:0'))];
}

// The browser logs blocked requests to the console, as expected.
test.use({ expectedComplaints: [/./] });

test('nothing in a client’s code escapes the preview', async ({ page, signInByLink, service }) => {
  const trap = await startTrap();
  const { token } = await signInByLink('admin', '/clients/1');
  const html = page.getByRole('textbox', { name: 'HTML', exact: true });
  await expect(html).toBeVisible();
  // The page polls itself to detect a new version.
  const own = /^\/($|rapi\/v1(\/|$)|assets\/|icon\.svg)/;
  const seen = watch(
    page,
    (url) => url.protocol === 'data:' || (url.origin === service.origin && own.test(url.pathname)),
  );
  const title = await page.title();
  const address = page.url();
  const frame = await page.getByTitle('Client preview').boundingBox();

  for (const [index, code] of inFewPages(hostileSnippets(trap.address)).entries()) {
    await replaceCode(html, marked(code, `shown ${index}.`));
    await inner(page).getByText(`shown ${index}.`).waitFor({ state: 'attached' });
    if (!frame || !code.includes('inset:0')) continue;
    await page.mouse.click(frame.x + frame.width / 2, frame.y + frame.height / 2);
  }
  expect(seen()).toEqual([]);
  expect(trap.count()).toBe(0);
  expect(page.url()).toBe(address);
  expect(await page.title()).toBe(title);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(token);

  // The frame is cross-origin: the page cannot even read its address.
  const shown = page.getByTitle('Client preview');
  expect(await shown.getAttribute('sandbox')).toBe('allow-scripts');
  expect(await shown.evaluate((element: HTMLIFrameElement) => element.contentDocument)).toBeNull();
  trap.close();
});

test('the dashboard stays responsive while the preview loops forever', async ({ page, signIn }) => {
  await signIn('admin', '/clients/1?part=css');
  const css = page.getByRole('textbox', { name: 'CSS', exact: true });
  await replaceCode(css, RESTLESS);
  // Every change recreates the frame, perhaps during this query.
  await expect(async () => {
    const running = await inner(page)
      .locator('.tw-chat')
      .evaluate((element) => element.getAnimations().length);
    expect(running).toBeGreaterThan(0);
  }).toPass();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('');
  await title.pressSequentially('Still quick to type into');
  await expect(title).toHaveValue('Still quick to type into');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.getByText('Preview – links and buttons are disabled')).toBeVisible();
});

test('the preview follows the typed code and the view settings', async ({ page, signIn }) => {
  await signIn('admin', '/clients/1');
  await replaceCode(page.getByRole('textbox', { name: 'HTML', exact: true }), '<p id="a">Hello</p>');
  const text = inner(page).locator('#a');
  await expect(text).toHaveText('Hello');
  // The preview ignores the dashboard's colour scheme.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.getByTitle('Client preview')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.getByRole('link', { name: 'CSS', exact: true }).click();
  const css = page.getByRole('textbox', { name: 'CSS', exact: true });
  await replaceCode(
    css,
    '#a { color: rgb(1, 2, 3) } @media (prefers-color-scheme: dark) { #a { color: rgb(4, 5, 6) } }',
  );
  await expect(text).toHaveCSS('color', 'rgb(1, 2, 3)');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(text).toHaveCSS('color', 'rgb(4, 5, 6)');
  await page.getByRole('radio', { name: 'RTL' }).check();
  await expect(text).toHaveCSS('direction', 'rtl');
  await page.getByRole('link', { name: 'CSS for guests' }).click();
  await replaceCode(page.getByRole('textbox', { name: 'CSS for guests' }), '#a { font-size: 33px }');
  await page.getByRole('radio', { name: 'Guest' }).check();
  await expect(text).toHaveCSS('font-size', '33px');
  await page.getByRole('radio', { name: 'Desktop' }).check();
  // Every change recreates the frame, perhaps during this query.
  await expect(async () => {
    const body = inner(page).locator('body');
    expect(await body.evaluate(() => innerWidth)).toBe(1278);
  }).toPass();
});

test('the preview keeps its scroll position while typing', async ({ page, signIn }) => {
  await signIn('admin', '/clients/1');
  const html = page.getByRole('textbox', { name: 'HTML', exact: true });
  const long = Array.from({ length: 50 }, (_, at) => `<p>line ${at}</p>`).join('');
  const box = `<div id="box" style="height: 300px; overflow: auto">${long}</div>`;
  await replaceCode(html, `${box}${long}<p>first</p>`);
  const shown = async (text: string) => {
    await expect(inner(page).getByText(text, { exact: true })).toBeAttached();
    await onlyNewest(page);
  };
  const places = () =>
    inner(page)
      .locator('#box')
      .evaluate((element) => [element.scrollTop, Math.round(scrollY)]);
  await shown('first');
  const frame = await page.getByTitle('Client preview').boundingBox();
  const turn = async (y: number, by: number) => {
    await page.mouse.move((frame?.x ?? 0) + 60, (frame?.y ?? 0) + y);
    await page.mouse.wheel(0, by);
  };
  await turn(100, 200);
  await expect.poll(async () => (await places())[0]).toBe(200);
  await turn(400, 150);
  await expect.poll(places).toEqual([200, 150]);
  await page.getByRole('region', { name: 'Page preview; scroll with the arrow keys' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(places).toEqual([200, 190]);
  await page.keyboard.press('ArrowUp');
  await expect.poll(places).toEqual([200, 150]);
  // The scroll position survives a text that is briefly too short to scroll.
  await replaceCode(html, '<p>short</p>');
  await shown('short');
  await replaceCode(html, `${box}${long}<p>second</p>`);
  await shown('second');
  await expect.poll(places).toEqual([200, 150]);
});

test('an editor that has lost the focus does not take it back', async ({ page, signIn }) => {
  await signIn('admin', '/clients/1');
  const html = page.getByRole('textbox', { name: 'HTML', exact: true });
  await replaceCode(html, `${'b'.repeat(400)}<p style="height: 5000px"></p>`);
  await html.press('ControlOrMeta+Home');
  // The cursor is at a soft line break: the long word does not fit on the line of the short ones.
  await page.keyboard.insertText('a short one ');
  await expect(inner(page).getByText('a short one')).toBeAttached();
  await onlyNewest(page);
  const region = page.getByRole('region', { name: 'Page preview; scroll with the arrow keys' });
  await region.focus();
  for (const y of [40, 80, 120]) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => scrolledTo(page)).toBe(y);
  }
  await expect(region).toBeFocused();
});

test('a scroll key pressed while the preview is being replaced scrolls the new page', async ({ page, signIn }) => {
  await signIn('admin', '/clients/1');
  const frame = page.getByTitle('Client preview');
  await expect(inner(page).locator('.tw-chat')).toBeAttached();
  await frame.evaluate((element: HTMLIFrameElement) => {
    const long = (text: string) => `<p style="height: 5000px">${text}</p>`;
    element.contentWindow?.postMessage({ page: long('old'), scheme: 'light' }, '*');
    element.contentWindow?.postMessage({ page: long('new'), scheme: 'light' }, '*');
    for (const turn of [500, -40]) element.contentWindow?.postMessage({ turn }, '*');
  });
  await expect(inner(page).getByText('new', { exact: true })).toBeAttached();
  await expect.poll(() => scrolledTo(page)).toBe(460);
});

test('blocked content is listed without being loaded', async ({ page, signIn }) => {
  await signIn('admin', '/clients/1');
  const code =
    '<script>a()</script><img src="https://cdn.example/logo.png" onerror="b()"><iframe src="https://x.example"></iframe>';
  await replaceCode(page.getByRole('textbox', { name: 'HTML', exact: true }), code);
  await page.getByText('4 items blocked in preview').click();
  const list = page.getByRole('region', { name: 'Preview' }).getByRole('listitem');
  await expect(list).toHaveCount(4);
  await expect(list.filter({ hasText: 'External address' })).toContainText('https://cdn.example/logo.png');
  await expect(list.filter({ hasText: 'run): onerror' })).toContainText('Script');
});

test('the preview document is safe by itself, even on a host without security headers', async ({ page }) => {
  const trap = await startTrap();
  const name = readdirSync('dist/assets').find((file) => /^preview-document-.*\.html$/.test(file));
  const preview = readFileSync(`dist/assets/${name}`);
  const around = `<title>host</title><iframe sandbox="allow-scripts" src="/desk/assets/${name}" style="inline-size:600px;block-size:400px"></iframe>`;
  const server = createHttpServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url?.startsWith('/desk/assets/') ? preview : around);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an AddressInfo.
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await page.goto(`${host}/desk/`);
  const seen = watch(page, (url) => url.protocol === 'data:');
  const snippets = Object.values(hostileSnippets(trap.address));
  expect(snippets.length).toBeGreaterThanOrEqual(40);
  for (const [index, snippet] of snippets.entries()) {
    await page.evaluate(
      (text) => document.querySelector('iframe')?.contentWindow?.postMessage({ page: text }, '*'),
      marked(snippet, `shown ${index}.`),
    );
    await inner(page).getByText(`shown ${index}.`).waitFor({ state: 'attached' });
    if (snippet.includes('inset:0')) await page.mouse.click(300, 200);
  }
  expect(seen()).toEqual([]);
  expect(trap.count()).toBe(0);
  expect(page.url()).toBe(`${host}/desk/`);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  trap.close();
  server.closeAllConnections();
  server.close();
});
