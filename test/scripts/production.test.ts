import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { makeDataDir, removeDataDir } from '../service-process.ts';

const page = readFileSync('docs/production.md', 'utf8');

test('the documented systemd unit starts the service and stops it cleanly', async () => {
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(page) ?? [];
  const settings = [...page.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
  const [program = '', ...args] = command.replace('/opt/countersign/', '').split(' ');
  const dataDir = makeDataDir();
  // The documented unit, except for the data folder and the port.
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
});

/** The address printed at startup, among the log lines. */
async function readAddress(output: Readable) {
  let printed = '';
  for await (const chunk of output) {
    printed += chunk;
    const address = /ready at (\S+)/.exec(printed)?.[1];
    if (address) return address;
  }
  throw new Error(`It ended before it was ready:\n${printed}`);
}
