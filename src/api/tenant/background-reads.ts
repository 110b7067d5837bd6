import { connection, isCurrent, onSwitch } from '../connection.ts';
import { ApiError } from '../errors.ts';
import { type ApiAnswer, request } from '../request.ts';

const MAX_AT_ONCE = 4;

/** Paths that the current tenant refuses to read. */
const unreadable = new Set<string>();
onSwitch(() => unreadable.clear());

/** Background reads of one page. */
export interface BackgroundReads {
  /** Fetches a path; undefined if it cannot be read. */
  read: (path: string, search?: string) => Promise<ApiAnswer | undefined>;
  /** Whether to stop: the user has switched, or the tenant is down or busy. */
  isOver: () => boolean;
  /** Whether the tenant has refused the path. */
  isRefused: (path: string) => boolean;
}

/** Starts a series of reads with limited concurrency. */
export function startBackgroundReads(signal: AbortSignal | undefined): BackgroundReads {
  const from = connection.get();
  let isDown = false;
  const isOver = () => isDown || !isCurrent(from);
  return {
    isOver,
    isRefused: (path) => unreadable.has(path),
    read: (path, search) =>
      inTurn(async () => {
        if (isOver() || unreadable.has(path)) return undefined;
        try {
          return await request({ path, search, signal });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (error.mayBeApplied || error.isBusy) isDown = true;
          else unreadable.add(path);
          return undefined;
        }
      }),
  };
}

let running = 0;
const waiting: (() => void)[] = [];

/** Concurrency limit shared by all runs. */
async function inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await run();
  } finally {
    running--;
    waiting.shift()?.();
  }
}
