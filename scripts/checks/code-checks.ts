import { byteBudget } from './byte-budget.ts';
import { catalogs } from './catalogs.ts';
import { type Check, toolCheck } from './check.ts';
import { importWalls, wallsCanFail } from './import-walls.ts';
import { lockfile } from './lockfile.ts';
import { structure } from './structure.ts';
import { vitest } from './test-runners.ts';
import { untranslatedStrings } from './untranslated-strings.ts';

/** Every check that needs no browser. The build comes near the end and stays in `dist/` for the browser tests. */
export const codeChecks: readonly Check[] = [
  lockfile,
  toolCheck('Format and lint', 'biome', 'check', '--error-on-warnings'),
  importWalls,
  wallsCanFail,
  toolCheck('Unused code', 'knip', '--no-progress'),
  catalogs,
  untranslatedStrings,
  structure,
  { ...toolCheck('Types', 'tsc', '-p', '.'), isParallel: true },
  vitest,
  toolCheck('Build', 'node', 'scripts/build.ts'),
  byteBudget,
];
