import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { keywords } from '#contract/keywords.ts';
import { ApiError } from '#src/api/errors.ts';
import { deleteAll } from '#src/bulk/delete-with-undo.ts';
import { toasts } from '#src/ui/overlay/toasts.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

const records = Array.from({ length: 40 }, (_, at) => at);
const shown = () => toasts.get().map(({ text }) => text);

test('deleting many records shows progress and can be stopped, which keeps the rest', async () => {
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const ended = deleteAll(keywords, records, (record) => {
    asked.push(record);
    return new Promise((resolve) => answers.push(resolve));
  });
  expect(shown()).toEqual(['Deleting 0 of 40']);
  answers[0]?.();
  answers[1]?.();
  await expect.poll(shown).toEqual(['Deleting 2 of 40']);
  toasts.get()[0]?.action?.onAct();
  for (const answer of answers) answer();
  expect(await ended).toMatchObject({ done: 6, failed: [] });
  expect(asked).toHaveLength(6);
  expect(shown()).toEqual(['Deleted 6 of 40. The others were kept.']);
  toasts.set([]);
});

test('refused deletions are returned with the reason', async () => {
  const { done, failed, reason } = await deleteAll(keywords, records, async (record) => {
    if (record % 20 === 7) throw new Error(`no ${record}`);
  });
  expect(done).toBe(38);
  expect(failed).toEqual([7, 27]);
  expect(reason).toEqual(new Error('no 27'));
  expect(shown()).toEqual(['Deleted 38 keywords']);
  toasts.set([]);
});

test('a few records are deleted without a notification', async () => {
  await deleteAll(keywords, [1, 2, 3], () => Promise.resolve());
  expect(shown()).toEqual([]);
});

test('once the user declines to sign in again, the rest fails without a request', async () => {
  let asked = 0;
  const { done, failed } = await deleteAll(keywords, records, async () => {
    asked++;
    throw new ApiError('refused', 401);
  });
  expect([asked, done, failed]).toEqual([4, 0, records]);
  expect(shown()).toEqual(['Deleted 0 of 40. The others were kept.']);
  toasts.set([]);
});
