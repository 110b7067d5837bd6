import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INPUTS = ['src', 'contract', 'public', 'index.html', 'vite.config.ts', 'lingui.config.ts', 'package-lock.json'];
const STAMP = 'dist/.built';

/** Whether `dist/` holds the dashboard as it would be built now. Folders count too: their times tell of removed files. */
export function isBuilt(): boolean {
  if (!existsSync(STAMP)) return false;
  const builtAt = Number(readFileSync(STAMP, 'utf8'));
  return INPUTS.every((input) => newestIn(input) < builtAt);
}

/** To be called when a build is complete, with the time at which it began. */
export function markBuilt(beganAt: number): void {
  writeFileSync(STAMP, String(beganAt));
}

function newestIn(path: string): number {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return 0;
  const inside = entry.isDirectory() ? readdirSync(path).map((name) => newestIn(join(path, name))) : [];
  return Math.max(entry.mtimeMs, ...inside);
}
