import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeDataDir, removeDataDir } from '../service-process.ts';

const page = readFileSync('docs/production.md', 'utf8');

// A process starts here, on a machine that may be busy.
test('the unit of the page on production starts the service, and ends it in peace', async () => {
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(page) ?? [];
  const settings = [...page.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
  const [program = '', ...args] = command.replace('/opt/countersign/', '').split(' ');
  const dataDir = makeDataDir();
  // All as it stands there, but for the place and the port, which are this machine's to give.
  const env = { ...Object.fromEntries(settings), PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const [, origin] = /ready at (\S+)/.exec(String(line)) ?? [];
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
  removeDataDir(dataDir);
}, 30_000);
