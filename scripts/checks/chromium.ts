import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstallPackages, installPackages } from './install-packages.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
/** Chromium without its windows and their code: a journey takes a fifth less time. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const FONTS = ['fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];

/** The browser that people use, or the headless shell of the same engine, which tests prefer. */
export type ChromiumEdition = 'full' | 'headless-shell';

/**
 * Finds Chromium: `CHROMIUM_PATH`, else on the `PATH`, else (as root on Debian) installs it. Falls back to the full
 * edition if there is no headless shell.
 */
export function findChromium(edition: ChromiumEdition): { path: string } | { advice: string } {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? { path: given } : { advice: `CHROMIUM_PATH=${given}: no such file.` };
  const names = edition === 'headless-shell' ? [HEADLESS_SHELL, ...NAMES] : NAMES;
  const install = () => canInstallPackages() && installPackages('Chromium', ...names.slice(0, 1), ...FONTS);
  const path = search(names) ?? (install() ? search(names) : undefined);
  if (path) return { path };
  return { advice: 'No Chromium found: install Chromium or Chrome, or set CHROMIUM_PATH to the program.' };
}

function search(names: readonly string[]) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...PLACES];
  return candidates.find((path) => existsSync(path));
}
