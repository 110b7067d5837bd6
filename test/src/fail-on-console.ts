import { format, isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach } from 'vitest';

/*
 * Any console error or warning fails the test: React and its libraries report misuse only there. What is reported while
 * the file loads, or in `beforeAll`, fails its first test; what is reported after the last test fails the file.
 */

let complaints: string[] = [];
let expected: RegExp[] = [];

for (const level of ['error', 'warn'] as const) {
  console[level] = (...words: unknown[]) => void complaints.push(format(...words));
}

/** Declares complaints that a test provokes. An expected complaint that does not occur fails the test as well. */
export function expectComplaints(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

function checkComplaints() {
  const unexpected = complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
  const missing = expected.filter((pattern) => !complaints.some((text) => pattern.test(text)));
  complaints = [];
  expected = [];
  if (unexpected.length > 0) throw new Error(`Unexpected console output:\n${unexpected.join('\n\n')}`);
  if (missing.length > 0) throw new Error(`Missing console output: ${missing.join(', ')}`);
}

// Declared first, hence run last, so that complaints during unmounting count as well.
afterEach(checkComplaints);
afterAll(checkComplaints);

// The next file runs in the same process.
const environment = { ...process.env };
afterAll(() => {
  if (!isDeepStrictEqual({ ...process.env }, environment)) throw new Error('The environment was left changed.');
});
