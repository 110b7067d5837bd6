import { readFileSync } from 'node:fs';
import { type Check, verdict } from './check.ts';

const LOCKFILE = 'package-lock.json';

/** What is read of `package-lock.json`; the rest is kept as it is. */
export interface Lock {
  packages: Record<string, { version?: string; dev?: boolean; optionalDependencies?: Record<string, string> }>;
}

/** A build for some platform that a package names and the lockfile does not hold. */
export interface MissingBuild {
  /** Where the lockfile would hold it, as in `node_modules/@scope/name`. */
  path: string;
  name: string;
  version: string;
  isDev: boolean;
}

export const readLock = (): Lock => JSON.parse(readFileSync(LOCKFILE, 'utf8'));

/**
 * Where `npm ci` would refuse the lockfile: npm leaves out a build for another platform that its registry does not
 * have at that moment, and later calls the lockfile incomplete.
 */
export function findMissingBuilds({ packages }: Lock): MissingBuild[] {
  return Object.entries(packages).flatMap(([from, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) => {
      const isExact = /^\d/.test(version);
      const found = placesAbove(from, name).find((path) => packages[path]);
      if (!isExact || (found && packages[found]?.version === version)) return [];
      return { path: found ? `${from}/node_modules/${name}` : `node_modules/${name}`, name, version, isDev: dev };
    }),
  );
}

/** Every path at which a package in `from` would find another, nearest first. */
function placesAbove(from: string, name: string): string[] {
  const here = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  return from === ''
    ? [here]
    : [here, ...placesAbove(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)];
}

export const lockfile: Check = {
  title: 'Lockfile',
  run: async () => {
    const missing = findMissingBuilds(readLock());
    const lines = missing.map(({ name, version }) => `${LOCKFILE} lacks ${name} ${version}`);
    return verdict(lines.length === 0, [...lines, 'Run node scripts/run.mjs complete-lockfile.'].join('\n'));
  },
};
