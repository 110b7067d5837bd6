import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-bench-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function bench(...args: string[]) {
  const env = { PATH: process.env.PATH, TMPDIR: folder, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' };
  return spawnSync(process.execPath, ['scripts/bench.ts', ...args], { env, encoding: 'utf8' });
}

test('measures the service, and writes its section where the old one stood', () => {
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

test.each([
  [['browsers'], 'Unknown benchmark: browsers.'],
  [['service', '--rooms', 'many'], 'npm run bench -- [benchmark…]'],
])('%j is refused', (args, reason) => {
  const { status, stderr } = bench(...args);
  expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
});
