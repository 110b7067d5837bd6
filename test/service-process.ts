import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Role } from '#server/access/caller.ts';

/** One line of `demo-tokens.json`. */
export interface DemoSignIn {
  tenant: string;
  host: string;
  role: Role;
  user_id: string;
  name: string;
  token: string;
}

/** The service as an operator runs it: `server/main.ts` in a process of its own. */
export interface ServiceProcess {
  /** As in `http://127.0.0.1:34567`. */
  origin: string;
  port: number;
  pid: number;
  dataDir: string;
  /** Everything printed so far, output and errors. */
  printed(): string;
  people(): DemoSignIn[];
  /** Sends a signal and waits for the end; resolves with the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** An empty folder for a service's data, to be removed with `removeDataDir`. */
export const makeDataDir = () => join(mkdtempSync(join(tmpdir(), 'countersign-data-')), 'data');

export const removeDataDir = (dataDir: string) => rmSync(join(dataDir, '..'), { recursive: true, force: true });

/** Starts the service on a free port and waits until it has printed its address. Rejects with all output if it ends before. */
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

/** Somebody of a demo tenant. Throws where the demo has nobody in the role. */
export function personOf(service: ServiceProcess, role: Role, tenant = 'harbor'): DemoSignIn {
  const person = service.people().find((each) => each.tenant === tenant && each.role === role);
  if (!person) throw new Error(`The demo has no ${role} at ${tenant}.`);
  return person;
}

/** Starts the service with settings that it cannot take; resolves with how it ended. */
export async function failToStart(settings: Record<string, string>) {
  const { child, printed } = launch(settings);
  return { code: await ended(child), printed: printed() };
}

/** Starts the service and kills it after some milliseconds, wherever it may be by then. */
export async function startAndKill(settings: Record<string, string>, afterMs: number): Promise<void> {
  const { child } = launch(settings);
  await setTimeout(afterMs);
  child.kill('SIGKILL');
  await ended(child);
}

function launch(settings: Record<string, string>) {
  // As `npm start` does: see package.json.
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'server/main.ts'], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled', ...settings },
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
  // The output is complete only when its pipes are closed, which may be after the end.
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode ?? child.signalCode;
}
