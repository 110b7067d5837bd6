import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INPUTS = ['src', 'contract', 'public', 'index.html', 'vite.config.ts', 'lingui.config.ts', 'package-lock.json'];
const STAMP = 'dist/.built';

/** True if `dist/` is up to date. Also compares folder times, which change when a file is removed. */
export function isBuildFresh(): boolean {
  if (!existsSync(STAMP)) return false;
  const builtAt = Number(readFileSync(STAMP, 'utf8'));
  return INPUTS.every((input) => newestIn(input) < builtAt);
}

/** Call after a successful build, with the time it started. */
export function writeBuildStamp(startedAt: number): void {
  writeFileSync(STAMP, String(startedAt));
}

function newestIn(path: string): number {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return 0;
  const inside = entry.isDirectory() ? readdirSync(path).map((name) => newestIn(join(path, name))) : [];
  return Math.max(entry.mtimeMs, ...inside);
}
