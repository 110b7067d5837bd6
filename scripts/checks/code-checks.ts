import { byteBudget } from './byte-budget.ts';
import { catalogs } from './catalogs.ts';
import { type Check, runTool, toolCheck } from './check.ts';
import { importWalls, wallsCanFail } from './import-walls.ts';
import { lockfile } from './lockfile.ts';
import { stack } from './stack.ts';
import { structure } from './structure.ts';
import { vitest } from './test-runners.ts';
import { testSize } from './test-size.ts';
import { untranslatedStrings } from './untranslated-strings.ts';
import { vagueWords } from './vague-words.ts';

type Program = 'postgres' | 'chromium';

/** Installs programs that the tests need. Not counted as a test: a check that needs a missing program reports it. */
export const installation = (...programs: readonly Program[]): Check => ({
  title: 'Programs for the tests',
  isParallel: true,
  run: async () => {
    const { code, output } = await runTool('node', ['scripts/install-programs.ts', ...programs]);
    return { passed: 0, failed: 0, skipped: [], output, ...(code !== 0 && { note: output.trim() }) };
  },
});

/**
 * Every check that needs no browser. Vitest comes last, because service tests start processes that read `dist/`. The
 * browser tests use the same build.
 */
export const codeChecks = (programs: Check): readonly Check[] => [
  lockfile,
  stack,
  toolCheck('Format and lint', 'biome', 'check', '--error-on-warnings'),
  { ...importWalls, isParallel: true },
  wallsCanFail,
  { ...toolCheck('Unused code', 'knip', '--no-progress'), isParallel: true },
  catalogs,
  untranslatedStrings,
  structure,
  testSize,
  vagueWords,
  { ...toolCheck('Types', 'tsc', '-p', '.'), isParallel: true },
  programs,
  toolCheck('Build', 'node', 'scripts/build.ts'),
  byteBudget,
  vitest,
];
