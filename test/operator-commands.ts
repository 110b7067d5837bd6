import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll } from 'vitest';
import type { Call, Outcome } from './operator-commands-process.ts';

/** Runs an operator's command, such as `backup`, in an environment of the given settings. */
export type RunCommand = (settings: Record<string, string>, command: string, ...args: string[]) => Promise<Outcome>;

const environment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' };

/** Runs a command as an operator does, in a process of its own. */
export const runAlone: RunCommand = async (settings, command, ...args) => {
  const child = spawn(process.execPath, [`scripts/${command}.ts`, ...args], {
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([child.stdout.toArray(), child.stderr.toArray(), once(child, 'close')]);
  const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString().trim();
  return { status: child.exitCode, out: text(out), err: text(err) };
};

/**
 * Runs the commands of a test file one after another in one process: starting a process takes much longer than most
 * commands.
 */
export function commandsForFile(): RunCommand {
  const child = fork(new URL('./operator-commands-process.ts', import.meta.url), { env: environment, execArgv: [] });
  afterAll(() => void child.kill());
  let last: Promise<unknown> = once(child, 'message');
  return (settings, command, ...args) => {
    const call: Call = { settings, command, args };
    const outcome = last.then(async () => {
      child.send(call);
      const [answer] = await once(child, 'message');
      return answer as Outcome; // The process sends nothing else.
    });
    last = outcome;
    return outcome;
  };
}
