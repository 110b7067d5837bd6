import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The service's own Node flags. */
export const AS_SERVICE: readonly string[] = ['--max-semi-space-size=8'];

export interface BenchServer {
  /** Such as `http://127.0.0.1:34567`. */
  origin: string;
  end(): Promise<void>;
}

/**
 * Starts a server script and waits until it prints a line such as `Floor at http://127.0.0.1:34567`.
 * `flags` are Node flags.
 */
export async function startServer(
  name: string,
  script: string,
  settings: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
): Promise<BenchServer> {
  const child = spawn(process.execPath, [...flags, script], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const greeting = new RegExp(`^${name} at (\\S+)$`, 'm');
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
      const found = greeting.exec(printed)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', () => reject(new Error(`${name}: its process ended before it was ready.`)));
  });
  const end = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { origin, end };
}
