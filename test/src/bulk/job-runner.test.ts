import { expect, test } from 'vitest';
import { failuresOf, resultsOf, startBatchJob, startJob } from '#src/bulk/job-runner.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve));

/** An operation whose calls end on demand. */
function heldOperation() {
  const started: number[] = [];
  const endings = new Map<number, () => void>();
  const perform = (item: number) => {
    started.push(item);
    return new Promise<number>((resolve) => endings.set(item, () => resolve(item * 10)));
  };
  return { started, perform, end: (item: number) => endings.get(item)?.() };
}

test('the job keeps to its concurrency limit, and each item has an outcome', async () => {
  const { started, perform, end } = heldOperation();
  const job = startJob([1, 2, 3], perform, 2);
  expect(started).toEqual([1, 2]);
  end(2);
  await tick();
  expect(started).toEqual([1, 2, 3]);
  end(1);
  end(3);
  await job.ended;
  expect(resultsOf(job.outcomes)).toEqual([20, 10, 30]);
  expect(job.progress.get()).toEqual({ state: 'finished', total: 3, done: 3, failed: 0 });
});

test('a paused job starts nothing until it is resumed', async () => {
  const { started, perform, end } = heldOperation();
  const job = startJob([1, 2], perform, 1);
  job.pause();
  end(1);
  await tick();
  expect(started).toEqual([1]);
  job.resume();
  expect(started).toEqual([1, 2]);
});

test('a cancelled job completes its running items and starts no more', async () => {
  const { perform, end } = heldOperation();
  const job = startJob([1, 2], perform, 1);
  job.cancel();
  end(1);
  await job.ended;
  expect([...job.outcomes.keys()]).toEqual([1]);
  expect(job.progress.get()).toEqual({ state: 'cancelled', total: 2, done: 1, failed: 0 });
});

test('a batch that cannot share a request is performed item by item', async () => {
  const asked: (readonly number[])[] = [];
  const job = startBatchJob([[1, 2], [3]], async (batch: readonly number[]) => {
    asked.push(batch);
    return batch.length > 1 ? undefined : new Map(batch.map((item) => [item, { result: item }]));
  });
  await job.ended;
  expect(asked).toEqual([[1, 2], [3], [1], [2]]);
  expect(resultsOf(job.outcomes).sort()).toEqual([1, 2, 3]);
});

test('if a batch throws, all of its items fail, and no others', async () => {
  const job = startBatchJob([[1, 2], [3]], async (batch: readonly number[]) => {
    if (batch.length > 1) throw new Error('refused');
    return new Map(batch.map((item) => [item, { result: item }]));
  });
  await job.ended;
  expect(failuresOf(job.outcomes).map(({ item }) => item)).toEqual([1, 2]);
  expect(job.progress.get()).toEqual({ state: 'finished', total: 3, done: 1, failed: 2 });
});
