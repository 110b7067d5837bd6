import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const PACKAGES = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];

/** Finds Chromium: `CHROMIUM_PATH`, else on the `PATH`, else (as root on Debian) installs it. */
export function findChromium(): { path: string } | { advice: string } {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? { path: given } : { advice: `CHROMIUM_PATH=${given}: no such file.` };
  const path = search() ?? (install() ? search() : undefined);
  if (path) return { path };
  return { advice: 'No Chromium found: install Chromium or Chrome, or set CHROMIUM_PATH to the program.' };
}

function search() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES];
  return candidates.find((path) => existsSync(path));
}

function install() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  process.stdout.write('installing Chromium … ');
  apt('update');
  return apt('install', '-y', '--no-install-recommends', ...PACKAGES).status === 0;
}
