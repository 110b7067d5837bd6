import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answersGoal } from '../bench/gates/isolation.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-bench-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function bench(...args: string[]) {
  const env = { PATH: process.env.PATH, TMPDIR: folder, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' };
  return spawnSync(process.execPath, ['scripts/bench.ts', ...args], { env, encoding: 'utf8' });
}

test('measures the service, and replaces its section of the document', () => {
  const file = join(folder, 'benchmarks.md');
  writeFileSync(file, '# Mine\n\n<!-- service begins -->\n\nold\n\n<!-- service ends -->\n\nBelow\n');
  const effort = ['--rooms', '100,200', '--engine', 'sqlite', '--requests', '1', '--turns', '0'];
  const { status, stderr } = bench('service', ...effort, '--to', file);
  expect([status, stderr]).toEqual([0, '']);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^# Mine\n\n<!-- service begins -->\n\n## The service\n/);
  expect(text).toMatch(/<!-- service ends -->\n\nBelow\n$/);
  expect(text).toContain('`npm run bench -- service --rooms 100,200');
  expect(text).toMatch(/\| `filter\[in_review]=1&sort=created_at_unix&include=room` \| \d+ → \d+ \|/);
  expect(text).toMatch(/\| `filter\[content_or_room_name_like]=zeppelin` \| 30 → 30 \|/);
  expect(text).not.toContain('old');
});

test('measures the gates on a small tenant', () => {
  const file = join(folder, 'benchmarks.md');
  const effort = ['--drafts', '10000', '--engine', 'sqlite', '--requests', '1', '--seconds', '0.2', '--repeats', '1'];
  const { status, stderr } = bench('gates', ...effort, '--to', file);
  expect([status, stderr]).toEqual([0, '']);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/<!-- gates begins -->\n\n## Gates\n/);
  expect(text).toMatch(/\| Another tenant's queue: median × 2 at most \| .+ alone, .+ during the attack/);
  // Whether a goal is met depends on the machine.
  expect(text).toMatch(/\| The guest .+ sees answers and refusals with `Retry-After` only \|/);
  expect(text).toMatch(/survives (\d) requests: in turns, 9 that once ended it \| \1 of 9 sent /);
  expect(text).toMatch(/\| `filter\[in_review]=1` \| \d+ → \d+ \|/);
});

test.each([
  [['browsers'], 'Unknown benchmark: browsers.'],
  [['service', '--rooms', 'many'], 'npm run bench -- [benchmark…]'],
])('%j is refused', (args, reason) => {
  const { status, stderr } = bench(...args);
  expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
});

test.each([
  [{ 200: 3, 503: 40 }, true],
  [{ 200: 3, 500: 1 }, false],
  [{ '503 without Retry-After': 1 }, false],
  [{ 'no answer': 1 }, false],
  [{}, false],
])('an attacker who sees %j meets the goal: %s', (seen, isMet) => {
  expect(answersGoal('The agent', seen).isMet).toBe(isMet);
});
