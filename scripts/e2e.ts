import { spawn } from 'node:child_process';
import { prepareBrowser } from './prepare-browser.ts';

try {
  prepareBrowser('headless-shell');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const args = ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)];
spawn(process.execPath, args, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1));
