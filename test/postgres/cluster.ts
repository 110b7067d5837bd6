import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../service-process.ts';
import { findPostgres } from './find-postgres.ts';

/** A temporary PostgreSQL server for tests, on 127.0.0.1. */
export interface Cluster {
  /** URL of an empty database. */
  url: string;
  start(): Promise<void>;
  /**
   * Stops the server: SIGINT is a fast but clean shutdown, SIGKILL simulates a power failure, short of losing the disk
   * cache.
   */
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Stops the server and removes its folder. */
  remove(): Promise<void>;
}

const LONGEST_START_MS = 60_000;
/** Waits for the end of stdin, then stops a process and removes a folder once the process has exited. */
const END_WITH_US = 'read _; kill -INT "$1"; while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"';
/** Faster settings without durability, for throwaway data. */
const CARELESS = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

/** Creates and starts a server. With `isCareful`, writes are durable as in production. */
export async function startCluster(isCareful = false): Promise<Cluster> {
  const programs = findPostgres();
  if (!programs) throw new Error('No PostgreSQL found: install the package postgresql.');
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'countersign-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  const { status, stderr } = spawnSync(join(programs, 'initdb'), init, { ...user, cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);

  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  const args = [...settings, ...(isCareful ? [] : CARELESS)].flatMap((setting) => ['-c', setting]);
  let server: ChildProcess | undefined;
  let guard: ChildProcess | undefined;

  const start = async () => {
    const until = Date.now() + LONGEST_START_MS;
    do {
      guard?.kill('SIGKILL');
      server = spawn(join(programs, 'postgres'), ['-D', data, ...args], { ...user, cwd: folder, stdio: 'ignore' });
      guard = endWithUs(server, folder);
    } while (!(await isReady(url, server, until)));
  };
  const stop = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    guard?.kill('SIGKILL');
    server.kill(signal);
    await once(server, 'exit');
  };
  await start();
  return {
    url,
    start,
    stop,
    remove: async () => {
      await stop('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stops the server even if the tests are killed: this shell sees its stdin close. */
function endWithUs(server: ChildProcess, folder: string) {
  const guard = spawn('sh', ['-c', END_WITH_US, 'sh', String(server.pid), folder], {
    // Its own process group, so that Ctrl+C in the terminal does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  return guard;
}

/** PostgreSQL refuses to run as root; its package creates a user for it. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string, name: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  const name = spawnSync('id', ['postgres']).status === 0 ? 'postgres' : 'nobody';
  return { uid: id('-u', name), gid: id('-g', name) };
}

/** False if the server has exited, as it does until the backend processes of a killed one have noticed and exited. */
async function isReady(url: string, server: ChildProcess, until: number): Promise<boolean> {
  for (; ; await delay(50)) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    if (server.exitCode !== null) return false;
  }
}
