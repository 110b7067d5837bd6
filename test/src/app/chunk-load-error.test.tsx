import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { PageError } from '#src/app/page-error.tsx';
import { useDraftText } from '#src/form/draft/use-draft-text.ts';
import { requestedComponent } from '#src/ui/lazy-component.tsx';
import { answering } from '#test/src/answering.ts';
import { expectComplaints } from '../fail-on-console.ts';
import { renderPage } from '../render-page.tsx';

/** The page's entry script, as in index.html. */
const OWN_SCRIPT = '/assets/first-old.js';

afterEach(() => document.head.replaceChildren());

/** Fails like Vite's preloader when the server no longer has a chunk. */
async function loadMissingPart(): Promise<never> {
  const error = new TypeError('Failed to fetch dynamically imported module');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }));
  throw error;
}

const Missing = requestedComponent(loadMissingPart);

function Typing() {
  const { text, setText } = useDraftText('reject.17');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <textarea aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Missing />}
    </>
  );
}

const routes = [
  {
    ErrorBoundary: PageError,
    children: [
      { path: 'typing', Component: Typing },
      { path: 'part', lazy: loadMissingPart },
    ],
  },
];

/** Loads the page with one build, while the server answers `/` with the given response. */
async function openPage(path: string, served: () => Response | Promise<never>) {
  document.head.append(Object.assign(document.createElement('script'), { type: 'module' }));
  document.querySelector('script')?.setAttribute('src', OWN_SCRIPT);
  return renderPage(path, {
    routes,
    wrapFetch: answering((url) => url === `${location.origin}/` && served()),
  });
}

const index = (script: string) => new Response(`<script type="module" crossorigin src="${script}"></script>`);

test('a page whose code was replaced by a newer version says so and offers to reload', async () => {
  await openPage('/part', () => index('/assets/first-new.js'));
  expect(await screen.findByText(/A new version is available/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});

test('typed text is kept when a chunk turns out to be gone', async () => {
  // React logs errors caught by an error boundary.
  expectComplaints(/Failed to fetch dynamically imported module/);
  const { user, service } = await openPage('/typing', () => index('/assets/first-new.js'));
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'Wrong price');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText(/A new version is available/)).toBeTruthy();
  expect(localStorage.getItem(`countersign.typed.${service.origin}.reject.17`)).toBe('"Wrong price"');
});

test('while the same version is served, a missing chunk counts as a failure', async () => {
  await openPage('/part', () => index(OWN_SCRIPT));
  expect(await screen.findByText(/Part of this page couldn’t be loaded/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});

test('an unreachable server is not mistaken for a new version', async () => {
  let isDown = true;
  const { user } = await openPage('/part', () =>
    isDown ? Promise.reject(new TypeError('connection refused')) : index('/assets/first-new.js'),
  );
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText(/A new version is available/)).toBeNull();
  isDown = false;
  await user.click(retry);
  await waitFor(() => expect(screen.getByText(/A new version is available/)).toBeTruthy());
});
