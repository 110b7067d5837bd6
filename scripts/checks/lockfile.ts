import { readFileSync } from 'node:fs';
import { type Check, checkOutcome } from './check.ts';

const LOCKFILE = 'package-lock.json';

/** The parts of `package-lock.json` that are read here; the rest is preserved. */
export interface Lock {
  packages: Record<string, { version?: string; dev?: boolean; optionalDependencies?: Record<string, string> }>;
}

/** An optional platform-specific build that a package depends on and the lockfile lacks. */
export interface MissingBuild {
  /** Its path in the lockfile, such as `node_modules/@scope/name`. */
  path: string;
  name: string;
  version: string;
  isDev: boolean;
}

export const readLock = (): Lock => JSON.parse(readFileSync(LOCKFILE, 'utf8'));

/**
 * Finds why `npm ci` would reject the lockfile: npm omits a build for another platform if the registry lacks it at that
 * moment, and later reports the lockfile as incomplete.
 */
export function findMissingBuilds({ packages }: Lock): MissingBuild[] {
  return Object.entries(packages).flatMap(([from, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) => {
      const isExact = /^\d/.test(version);
      const found = resolutionPaths(from, name).find((path) => packages[path]);
      if (!isExact || (found && packages[found]?.version === version)) return [];
      return { path: found ? `${from}/node_modules/${name}` : `node_modules/${name}`, name, version, isDev: dev };
    }),
  );
}

/** Returns every path at which a package in `from` resolves a dependency, nearest first. */
function resolutionPaths(from: string, name: string): string[] {
  const here = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  return from === ''
    ? [here]
    : [here, ...resolutionPaths(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)];
}

export const lockfile: Check = {
  title: 'Lockfile',
  run: async () => {
    const missing = findMissingBuilds(readLock());
    const lines = missing.map(({ name, version }) => `${LOCKFILE} lacks ${name} ${version}`);
    return checkOutcome(lines.length === 0, [...lines, 'Run node scripts/run.mjs complete-lockfile.'].join('\n'));
  },
};
