import { expect, test } from 'vitest';
import { measureTests } from '../../scripts/checks/test-size.ts';

test('counts lines, and files of more than 300', () => {
  const ofLines = (count: number) => 'expect(1).toBe(1);\n'.repeat(count);
  expect(measureTests([ofLines(2), ofLines(300), ofLines(301)])).toEqual({ lines: 603, filesOver300Lines: 1 });
});
