import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the security page names an existing test for each threat', () => {
  const rows = readFileSync('docs/security.md', 'utf8').match(/^\| \d.*$/gm) ?? [];
  expect(rows.map((row) => Number.parseInt(row.slice(2), 10))).toEqual(rows.map((_, index) => index + 1));
  const named = rows.map((row) => [...row.matchAll(/`(test\/.+?)`/g)].map(([, file = '']) => file));
  expect(named.filter((files) => files.length === 0)).toEqual([]);
  expect(named.flat().filter((file) => !existsSync(file))).toEqual([]);
});
