import { spawn, spawnSync } from 'node:child_process';
import { isBuilt } from './built.ts';
import { findChromium } from './checks/chromium.ts';

const chromium = findChromium();
if ('advice' in chromium) {
  console.error(chromium.advice);
  process.exit(1);
}
if (!isBuilt()) spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
const args = ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)];
const env = { ...process.env, CHROMIUM_PATH: chromium.path };
spawn(process.execPath, args, { stdio: 'inherit', env }).on('exit', (code) => process.exit(code ?? 1));
