import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

/*
 * Whatever is written to the console as an error or a warning fails the test that it is written in: React and the
 * libraries around it tell their misuse there, and only there.
 */

let complaints: string[] = [];
let expected: RegExp[] = [];

for (const level of ['error', 'warn'] as const) {
  console[level] = (...words: unknown[]) => void complaints.push(format(...words));
}

/** Declares the complaints that a test provokes. One that then does not come fails the test as well. */
export function expectComplaints(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

beforeEach(() => {
  complaints = [];
  expected = [];
});

// Declared first, hence run last: what taking the page down provokes counts as well.
afterEach(() => {
  const unexpected = complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
  const missing = expected.filter((pattern) => !complaints.some((text) => pattern.test(text)));
  if (unexpected.length > 0) throw new Error(`The console was told:\n${unexpected.join('\n\n')}`);
  if (missing.length > 0) throw new Error(`The console was not told: ${missing.join(', ')}`);
});
