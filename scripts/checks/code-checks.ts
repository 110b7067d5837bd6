import { byteBudget } from './byte-budget.ts';
import { catalogs } from './catalogs.ts';
import { type Check, runTool, toolCheck } from './check.ts';
import { importWalls, wallsCanFail } from './import-walls.ts';
import { lockfile } from './lockfile.ts';
import { structure } from './structure.ts';
import { vitest } from './test-runners.ts';
import { untranslatedStrings } from './untranslated-strings.ts';

/**
 * Installs the programs that the tests need, beside the first checks. Counts as no test: who needs a program that is
 * missing says so.
 */
const installation = (programs: readonly string[]): Check => ({
  title: 'Programs for the tests',
  isParallel: true,
  run: async () => {
    const { output } = await runTool('node', ['scripts/checks/install-programs.ts', ...programs]);
    return { passed: 0, failed: 0, skipped: [], output };
  },
});

/**
 * Every check that needs no browser; `programs` are installed for what follows. The build comes near the end and stays
 * in `dist/` for the browser tests.
 */
export const codeChecks = (programs: readonly ('postgres' | 'chromium')[]): readonly Check[] => [
  lockfile,
  toolCheck('Format and lint', 'biome', 'check', '--error-on-warnings'),
  importWalls,
  wallsCanFail,
  toolCheck('Unused code', 'knip', '--no-progress'),
  catalogs,
  untranslatedStrings,
  structure,
  { ...toolCheck('Types', 'tsc', '-p', '.'), isParallel: true },
  installation(programs),
  vitest,
  toolCheck('Build', 'node', 'scripts/build.ts'),
  byteBudget,
];
