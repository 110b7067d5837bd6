import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { clientRoutes, keywordRoutes, roomListRoutes, roomRoutes } from '#src/routes.tsx';
import { aKeyword } from '#test/builders.ts';
import { renderPage, startService } from '../render-page.tsx';
import { withSignIn } from '../with-sign-in.tsx';

type Fetch = typeof globalThis.fetch;
/** Fault of a write: the response the page gets instead of the service's. `passOn` lets the service apply the write. */
export type Fate = (passOn: () => Promise<Response>) => Promise<Response>;

const routes = withSignIn([...keywordRoutes, ...roomRoutes, ...roomListRoutes, ...clientRoutes]);
export const refuse = (status: number, ...errors: object[]): Fate => {
  return async () =>
    Response.json({ errors: errors.map((error) => ({ status: String(status), ...error })) }, { status });
};

/** Opens a form and types into it; its next writes get the given fates. */
export async function typeInto(path: string, field: RegExp, text: string) {
  const left: Fate[] = [];
  const writes: Request[] = [];
  const page = await renderPage(path, {
    routes,
    wrapFetch:
      (fetch: Fetch): Fetch =>
      async (input, init) => {
        const passOn = () => fetch(input, init);
        if (!init?.method || init.method === 'GET') return passOn();
        const { signal: _, ...sent } = init;
        writes.push(new Request(input, sent));
        return (left.shift() ?? ((pass) => pass()))(passOn);
      },
  });
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: field });
  await page.user.type(input, text);
  const save = screen.getByRole('button', { name: /^(Save|Create)/ });
  const press = async (...fates: Fate[]) => {
    left.push(...fates);
    writes.length = 0;
    fireEvent.click(save);
    await waitFor(() => expect(save.getAttribute('aria-busy')).toBe('true'));
  };
  const answered = () => waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
  return { ...page, input, save, press, answered, writes };
}

export async function aRefund() {
  const service = await startService();
  await aKeyword(service.db, { key_name: 'refund', key_title: 'Refunds' });
  const stored = () => service.db.selectFrom('master_keywords').selectAll().execute();
  return { ...service, stored };
}

/** Types into a form and saves it. `answer` releases the response. */
export async function saveSlowly(path: string, field: RegExp, text: string, fate: Fate = (passOn) => passOn()) {
  const late = Promise.withResolvers<void>();
  const page = await typeInto(path, field, text);
  await page.press((passOn) => late.promise.then(() => fate(passOn)));
  return { ...page, answer: late.resolve };
}
