import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { clients } from '#contract/clients.ts';
import { ApiError } from '#src/api/errors.ts';
import { queryClient, retryWhenBusy } from '#src/api/query-client.ts';
import { allKeywordsQuery } from '#src/domain/keywords/all-keywords.ts';
import { consumeNotices } from '#src/features/settings/capabilities/capability-notices.tsx';
import { useLocalSearch } from '#src/list/local-search.ts';
import { hastenTimers } from '../hold-long-timers.ts';
import { clientDocument, here, type Sent, tenantAnswers } from './tenant-answers.ts';

const PAGES = 8;
const keyword = (id: number) => ({
  id: String(id),
  type: 'master_keywords',
  attributes: { key_name: `word ${id}`, key_title: null, suggestions: null },
});
const client = (id: number) => clientDocument(`Client ${id}`, String(id));
const busy = { status: 429, headers: { 'Retry-After': '1' } };

/** A server of full pages that is busy after every third request; returns the requests for each page. */
function startBusyServer(document: (id: number) => object) {
  let left = 3;
  const sent = tenantAnswers(({ path }) => {
    if (left-- <= 0) {
      left = 3;
      return busy;
    }
    const first = (pageOf({ path }) - 1) * 100;
    const data = Array.from({ length: 100 }, (_, index) => document(first + index + 1));
    return { body: { data, meta: { record_count: PAGES * 100 } } };
  });
  return () => sent.map(pageOf);
}

const pageOf = ({ path }: Pick<Sent, 'path'>) => Number(/page\[number\]=(\d+)/.exec(path)?.[1]);
const repeated = (pages: number[]) => pages.filter((page, index) => pages.indexOf(page) < index);
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client: queryClient }, children);
const searchClients = () => {
  const query = { filter: {}, sort: [], include: [], fields: {}, page: {} };
  return renderHook(() => useLocalSearch(clients, query, 'Client', titleOf), { wrapper, reactStrictMode: false });
};
const titleOf = ({ title }: { title: string }) => title;

test('keywords load on from the page that had to wait, and the page says so', async () => {
  hastenTimers();
  const pages = startBusyServer(keyword);
  const { rows } = await queryClient.query(allKeywordsQuery());
  expect(rows).toHaveLength(PAGES * 100);
  expect(repeated(pages())).not.toContain(1);
  expect(consumeNotices(here().key).busyUntilMs).toBeGreaterThan(0);
});

test('records to search load on from the page that had to wait', async () => {
  hastenTimers();
  const pages = startBusyServer(client);
  const { result, unmount } = searchClients();
  await waitFor(() => expect(result.current.progress?.isWhole).toBe(true));
  expect(result.current.found?.rows).toHaveLength(PAGES * 100);
  expect(repeated(pages())).toEqual([4, 7]);
  unmount();
});

test.each(['keywords', 'clients'])('%s of a server that stays busy are asked for six times', async (name) => {
  hastenTimers();
  const sent = tenantAnswers(() => busy);
  if (name === 'keywords') await expect(queryClient.query(allKeywordsQuery())).rejects.toMatchObject({ status: 429 });
  else {
    const { result, unmount } = searchClients();
    await waitFor(() => expect(result.current.result.error).toMatchObject({ status: 429 }));
    unmount();
  }
  expect(sent.filter(({ path }) => path.includes('page['))).toHaveLength(6);
});

test('waiting ends when the read is aborted, and leaves no listener and no timer', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const { signal } = controller;
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  const read = vi.fn(() => Promise.reject(new ApiError('refused', 429, [], 60)));
  const failed = expect(retryWhenBusy(read, { signal })).rejects.toMatchObject({ status: 429 });
  await vi.advanceTimersByTimeAsync(60_000);
  controller.abort();
  await failed;
  expect(read).toHaveBeenCalledTimes(3);
  expect(added).toHaveBeenCalledTimes(2);
  expect(removed.mock.calls).toEqual(added.mock.calls);
  expect(vi.getTimerCount()).toBe(0);
});
