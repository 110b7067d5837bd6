import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { rooms } from '#contract/rooms.ts';
import { useSave } from '#src/api/mutations.ts';
import { listQuery } from '#src/api/queries.ts';
import { RequestError } from '#src/page/request-error.tsx';
import { answering, refusal } from '#test/src/answering.ts';
import { renderPage } from '../render-page.tsx';

function Page() {
  const { error, refetch } = useQuery({ ...listQuery(rooms), retry: false });
  const save = useSave(rooms);
  return (
    <>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      <button type="button" onClick={() => save.mutate({ id: '1', attributes: { name: 'New' } })}>
        Rename
      </button>
      {save.error && <RequestError error={save.error} />}
    </>
  );
}

/** Renders the page with the same error response to every request. */
const render = (status: number, error: object) =>
  renderPage('/', {
    routes: [{ path: '/', Component: Page }],
    wrapFetch: answering(() => refusal(status, { status: String(status), ...error })),
  });

test.each([
  [502, 'gateway_unreachable', 'Countersign’s gateway can’t reach harbor.test'],
  [504, 'gateway_timeout', 'harbor.test took too long to respond to Countersign’s gateway'],
  [502, '502', 'harbor.test reported an error (502)'],
  [500, '500', 'harbor.test reported an error (500)'],
])('%i with the code %s names who is at fault', async (status, code, words) => {
  await render(status, { code, title: 'Down' });
  expect(await screen.findByText(words)).toBeTruthy();
});

test('an unsupported endpoint is not reported as a server error', async () => {
  await render(501, { code: '501', title: 'Not Implemented', detail: { message: 'No route matches.' } });
  expect(await screen.findByText('harbor.test doesn’t support this')).toBeTruthy();
  expect(screen.getByText('No route matches.')).toBeTruthy();
});

test('a server error shows its request id', async () => {
  await render(500, { code: '500', title: 'Internal Server Error', meta: { request_id: '8f2c' } });
  expect(await screen.findByText('request_id: 8f2c')).toBeTruthy();
});

test('an error names the action that the token does not permit', async () => {
  const { user } = await render(403, { code: '403', title: 'Forbidden', detail: 'Ask a supervisor.' });
  expect(await screen.findByText('You can’t view this')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByText('You can’t edit this')).toBeTruthy();
  expect(screen.getAllByText('Ask a supervisor.')).toHaveLength(2);
});

const REFUSED = 'Invalid IP Address. Did you set the VALID_IPS environment variable?';

test.each([403, 401, 422])('a refused address has its own explanation, whatever the status: %i', async (status) => {
  await render(status, { title: REFUSED });
  expect(await screen.findByText('harbor.test doesn’t accept requests from your IP address')).toBeTruthy();
  expect(screen.getByText(/the server’s VALID_IPS setting/)).toBeTruthy();
  expect(screen.getByText(/can’t tell which address the server sees/)).toBeTruthy();
  expect(screen.getByText(REFUSED)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test.each([
  ['in its text', { detail: 'The address 203.0.113.7 is not listed.' }, '203.0.113.7'],
  ['in its meta', { detail: 'Not from 10.0.0.1.', meta: { refused_address: '::1' } }, '::1'],
])('an address named by the service %s is highlighted', async (_, error, address) => {
  await render(403, { title: REFUSED, ...error });
  expect((await screen.findByText(address)).tagName).toBe('STRONG');
});
