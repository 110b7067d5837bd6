import { findChromium } from './checks/chromium.ts';
import { ensurePostgres } from './checks/postgres.ts';

/* Installs the programs named as arguments, which the tests need, if they are missing. */

const installers = new Map<string, () => unknown>([
  ['postgres', ensurePostgres],
  ['chromium', () => findChromium('headless-shell')],
]);
for (const name of process.argv.slice(2)) installers.get(name)?.();
