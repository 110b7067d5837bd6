import { spawnSync } from 'node:child_process';
import { isBuildFresh } from './build-stamp.ts';
import { type ChromiumEdition, findChromium } from './checks/chromium.ts';

/** Finds Chromium for Playwright and builds the dashboard if outdated. Throws with advice if there is no Chromium. */
export function prepareBrowser(edition: ChromiumEdition): void {
  const chromium = findChromium(edition);
  if ('advice' in chromium) throw new Error(chromium.advice);
  process.env.CHROMIUM_PATH = chromium.path;
  if (!isBuildFresh()) spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
}
