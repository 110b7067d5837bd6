import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Check, checkOutcome, toolCheck } from '../../scripts/checks/check.ts';
import { runChecks } from '../../scripts/checks/run-checks.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

async function run(...checks: Check[]) {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  vi.spyOn(console, 'log').mockImplementation((text) => {
    printed += `${text}\n`;
  });
  await runChecks(checks);
  const exitCode = process.exitCode;
  return { exitCode, printed, lastLine: printed.trimEnd().split('\n').at(-1) };
}

const passing: Check = { title: 'Good', run: async () => checkOutcome(true, 'not shown') };
const failing: Check = { title: 'Bad', run: async () => checkOutcome(false, 'what went wrong') };
const counting: Check = {
  title: 'Many',
  run: async () => ({ passed: 40, failed: 0, skipped: ['a slow one'], output: '' }),
};

describe('runChecks', () => {
  test('sums everything up in the last line', async () => {
    expect(await run(passing, counting)).toMatchObject({ exitCode: 0, lastLine: '41 passed, 0 failed, 1 skipped' });
  });

  test('continues after a failure, shows it, and exits with 1', async () => {
    const { exitCode, printed, lastLine } = await run(failing, passing);
    expect([exitCode, lastLine]).toEqual([1, '1 passed, 1 failed']);
    expect(printed).toContain('  what went wrong');
    expect(printed).not.toContain('not shown');
  });

  test('repeats all failures at the end, where a truncated log still shows them', async () => {
    const tests: Check = {
      title: 'Tests',
      run: async () => ({ passed: 1, failed: 1, skipped: [], output: 'much', failures: ['a slow one\n  too slow'] }),
    };
    const { printed } = await run(tests, failing, passing);
    expect(printed).toMatch(
      /\n\nFailed:\n {2}a slow one\n {4}too slow\n {2}Bad\n {4}what went wrong\n\n2 passed, 2 failed\n$/,
    );
    expect((await run(passing)).printed).not.toContain('Failed:');
  });

  test('counts a check that cannot run as failed', async () => {
    const broken: Check = { title: 'Broken', run: () => Promise.reject(new Error('no such tool')) };
    const { printed, lastLine } = await run(broken, passing);
    expect(lastLine).toBe('1 passed, 1 failed');
    expect(printed).toContain('no such tool');
  });

  test('names skipped tests', async () => {
    expect((await run(counting)).printed).toContain('skipped: a slow one');
  });
});

describe('toolCheck', () => {
  test('passes and fails with the tool, and keeps its output', async () => {
    expect(await toolCheck('Node', 'node', '-e', '').run()).toMatchObject({ passed: 1, failed: 0 });
    const failed = await toolCheck('Node', 'node', '-e', 'console.log(1); console.error(2); process.exit(3)').run();
    expect(failed).toMatchObject({ passed: 0, failed: 1 });
    expect(failed.output.split('\n').filter(Boolean).toSorted()).toEqual(['1', '2']);
  });
});
