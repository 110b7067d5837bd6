import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Role } from '#server/access/caller.ts';

/** One entry of `demo-tokens.json`. */
export interface DemoSignIn {
  tenant: string;
  host: string;
  role: Role;
  user_id: string;
  name: string;
  token: string;
}

/** The service as in production: `server/main.ts` in its own process. */
export interface ServiceProcess {
  /** Such as `http://127.0.0.1:34567`. */
  origin: string;
  port: number;
  pid: number;
  dataDir: string;
  /** All output so far, stdout and stderr. */
  printed(): string;
  people(): DemoSignIn[];
  /** Sends a signal and waits for the exit; resolves with the exit code or the terminating signal. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** An empty data folder for a service; remove it with `removeDataDir`. */
export const makeDataDir = () => join(mkdtempSync(join(tmpdir(), 'countersign-data-')), 'data');

export const removeDataDir = (dataDir: string) => rmSync(join(dataDir, '..'), { recursive: true, force: true });

/** A port of this computer that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts the service on a free port and waits for its address. Rejects with the output if it exits first. */
export async function startService(dataDir: string, settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const { child, printed } = launch({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings });
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = /^Countersign is ready at (\S+)$/m.exec(printed())?.[1];
      if (address) resolve(address);
    });
    child.on('exit', () => reject(new Error(`The service ended before it was ready:\n${printed()}`)));
  });
  const file = join(dataDir, 'demo-tokens.json');
  return {
    origin,
    port: Number(new URL(origin).port),
    pid: child.pid ?? 0,
    dataDir,
    printed,
    people: () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []),
    end: (signal) => {
      child.kill(signal);
      return ended(child);
    },
  };
}

/** Starts a service with demo data in a new data folder, which `close` removes. */
export async function startDemo(settings: Record<string, string> = {}) {
  const dataDir = makeDataDir();
  const service = await startService(dataDir, { DEMO: '1', ...settings });
  return {
    ...service,
    /** Adds records to the tenant `harbor`, by the options of `npm run seed`. */
    seed: (...options: string[]) => {
      const args = ['scripts/seed.ts', '--tenant', 'harbor', ...options];
      execFileSync(process.execPath, args, { env: { ...process.env, DATA_DIR: dataDir } });
    },
    close: async () => {
      await service.end('SIGTERM');
      removeDataDir(dataDir);
    },
  };
}

/** A demo user by role. Throws if the tenant's demo has none. */
export function personOf(service: ServiceProcess, role: Role, tenant = 'harbor'): DemoSignIn {
  const person = service.people().find((each) => each.tenant === tenant && each.role === role);
  if (!person) throw new Error(`The demo has no ${role} at ${tenant}.`);
  return person;
}

/** Starts the service with invalid settings; resolves with its exit code and output. */
export async function failToStart(settings: Record<string, string>) {
  const { child, printed } = launch(settings);
  return { code: await ended(child), printed: printed() };
}

/** Starts the service and kills it after `afterMs`, however far the start has come. */
export async function startAndKill(settings: Record<string, string>, afterMs: number): Promise<void> {
  const { child } = launch(settings);
  await setTimeout(afterMs);
  child.kill('SIGKILL');
  await ended(child);
}

function launch(settings: Record<string, string>) {
  // The flags of `npm start`, see package.json.
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'server/main.ts'], {
    // No limits: tests and benchmarks send more than people do, on busier machines. Tests of limits set their own.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      RATE_LIMIT: 'off',
      QUERY_DEADLINE_MS: '60000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  return { child, printed: () => text };
}

async function ended(child: ChildProcess) {
  // `close` may follow `exit`: only then is the output complete.
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode ?? child.signalCode;
}
