import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface FloorProcess {
  /** As in `http://127.0.0.1:34567`. */
  origin: string;
  end(): Promise<void>;
}

const SERVER = fileURLToPath(new URL('serve-floor.ts', import.meta.url));

/** Serves a built floor beside the data of a service that runs already: sessions of the one hold at the other. */
export async function startFloor(dataDir: string, folder: string): Promise<FloorProcess> {
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', FLOOR: folder };
  const child = spawn(process.execPath, ['--max-semi-space-size=8', SERVER], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
      const found = /^Floor at (\S+)$/m.exec(printed)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', () => reject(new Error('The server of a floor ended before it was ready.')));
  });
  return {
    origin,
    end: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
