import { byteBudget } from './byte-budget.ts';
import { catalogs } from './catalogs.ts';
import { type Check, toolCheck } from './check.ts';
import { importWalls, wallsCanFail } from './import-walls.ts';
import { lockfile } from './lockfile.ts';
import { strayTexts } from './stray-texts.ts';
import { vitest } from './test-runners.ts';

/** Every check that needs no browser. The build comes near the end and stays in `dist/` for the browser tests. */
export const codeChecks: readonly Check[] = [
  lockfile,
  toolCheck('Format and lint', 'biome', 'check', '--error-on-warnings'),
  importWalls,
  wallsCanFail,
  toolCheck('Unused code', 'knip', '--no-progress'),
  catalogs,
  strayTexts,
  { ...toolCheck('Types', 'tsc', '-p', '.'), isBeside: true },
  vitest,
  toolCheck('Build', 'node', 'scripts/build.ts'),
  byteBudget,
];
