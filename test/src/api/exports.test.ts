import { expect, test, vi } from 'vitest';
import { keywords } from '#contract/keywords.ts';
import { signIn } from '#src/api/connection.ts';
import { fetchList } from '#src/api/reads.ts';

/** Signs in; returns the purposes of the reads that the server receives. */
function purposesAt(address: string, token?: string): (string | null)[] {
  const purposes: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    purposes.push(new Headers(init.headers).get('X-Purpose'));
    return new Response(JSON.stringify({ data: [], meta: { record_count: 0 } }));
  });
  signIn(address, token);
  return purposes;
}

test.each([undefined, 'cs_secret'])('with the token %s, only the own server is told of exports', async (token) => {
  const purposes = purposesAt(location.origin, token);
  await fetchList(keywords);
  await fetchList(keywords, {}, { purpose: 'export' });
  expect(purposes).toEqual([null, 'export']);
});

test('another server gets no header that would need a preflight', async () => {
  const purposes = purposesAt('https://chat.example', 'cs_secret');
  await fetchList(keywords, {}, { purpose: 'export' });
  expect(purposes).toEqual([null]);
});
