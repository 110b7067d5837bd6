import { globSync, readFileSync } from 'node:fs';
import { type Check, checkOutcome } from './check.ts';
import { exceededLimits } from './limits.ts';

/** Upper limits for `test`. Lower a limit when the tests allow it; raise one only with a decision record. */
const LIMITS = { lines: 52_880, filesOver300Lines: 4 };

/** Keeps the tests small: fails when they have more lines, or more long files, than they may have. */
export const testSize: Check = {
  title: 'Size of the tests',
  run: async () => {
    // Benchmarks are no tests. What tests read, such as texts and schemas, does not count.
    const paths = globSync('test/**/*.{ts,tsx}', { exclude: ['test/bench/**'] });
    const figures = measureTests(paths.map((path) => readFileSync(path, 'utf8')));
    const exceeded = exceededLimits(figures, LIMITS);
    const isPassed = exceeded.length === 0 && figures.lines > 0;
    return { ...checkOutcome(isPassed, exceeded.join('\n') || 'No file was read.'), note: `${figures.lines} lines` };
  },
};

/** Measures the texts of source files. */
export function measureTests(sources: readonly string[]): Readonly<Record<keyof typeof LIMITS, number>> {
  const lines = sources.map((code) => code.split('\n').length - 1);
  return {
    lines: lines.reduce((total, count) => total + count, 0),
    filesOver300Lines: lines.filter((count) => count > 300).length,
  };
}
