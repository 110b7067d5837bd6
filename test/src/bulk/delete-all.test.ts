import { i18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { keywords } from '#contract/keywords.ts';
import { ApiError } from '#src/api/errors.ts';
import { deleteAll } from '#src/bulk/delete-with-undo.ts';
import type { RunningJob } from '#src/bulk/job-runner.ts';
import { toasts } from '#src/ui/overlay/toasts.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

const records = Array.from({ length: 40 }, (_, at) => at);
const shown = () => toasts.get().map(({ text }) => text);
let job: RunningJob | undefined;
const onJob = (started: RunningJob) => {
  job = started;
};

afterEach(() => {
  job = undefined;
  toasts.set([]);
});

test('deleting many records is a job that can be stopped, which keeps the rest', async () => {
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const deleteOne = (record: number) => {
    asked.push(record);
    return new Promise<void>((resolve) => answers.push(resolve));
  };
  const ended = deleteAll(keywords, records, deleteOne, onJob);
  answers[0]?.();
  answers[1]?.();
  await expect.poll(() => job?.progress.get()).toMatchObject({ state: 'running', total: 40, done: 2 });
  expect(shown()).toEqual([]);
  job?.cancel();
  for (const answer of answers) answer();
  expect(await ended).toMatchObject({ done: 6, failed: [] });
  expect(asked).toHaveLength(6);
  expect(shown()).toEqual(['Deleted 6 of 40. The others were kept.']);
});

test('refused deletions are returned with the reason', async () => {
  const deleteOne = async (record: number) => {
    if (record % 20 === 7) throw new Error(`no ${record}`);
  };
  const { done, failed, reason } = await deleteAll(keywords, records, deleteOne, onJob);
  expect(done).toBe(38);
  expect(failed).toEqual([7, 27]);
  expect(reason).toEqual(new Error('no 27'));
  expect(shown()).toEqual(['Deleted 38 keywords']);
});

test.each([
  ['a few records', records.slice(0, 3), onJob],
  ['records of a page that is being left', records, undefined],
])('%s are deleted without a job to show and without a notification', async (_, some, how) => {
  await deleteAll(keywords, some, () => Promise.resolve(), how);
  expect(job).toBeUndefined();
  expect(shown()).toEqual([]);
});

test('once the user declines to sign in again, the rest fails without a request', async () => {
  let asked = 0;
  const deleteOne = async () => {
    asked++;
    throw new ApiError('refused', 401);
  };
  const { done, failed } = await deleteAll(keywords, records, deleteOne, onJob);
  expect([asked, done, failed]).toEqual([4, 0, records]);
  expect(shown()).toEqual(['Deleted 0 of 40. The others were kept.']);
});
