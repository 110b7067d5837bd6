import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
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
  try {
    const origin = await readAddress(child.stdout);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  } finally {
    child.kill('SIGKILL');
    removeDataDir(dataDir);
  }
}, 30_000);

/** What it prints once it is ready, among the lines of its log. */
async function readAddress(output: Readable) {
  let printed = '';
  for await (const chunk of output) {
    printed += chunk;
    const address = /ready at (\S+)/.exec(printed)?.[1];
    if (address) return address;
  }
  throw new Error(`It ended before it was ready:\n${printed}`);
}
