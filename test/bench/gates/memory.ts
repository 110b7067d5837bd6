import { readdirSync } from 'node:fs';
import { processStatus } from '../process-status.ts';

const EVERY_MS = 200;

/** Tracks the resident memory of a process and its children. The returned function stops and returns the peak in MB. */
export function watchMemory(pid: number): () => number | undefined {
  if (!processStatus(pid)) return () => undefined;
  let most = residentMb(pid);
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    return most;
  };
}

function residentMb(pid: number) {
  const bytes = readdirSync('/proc').map((name) => {
    const status = processStatus(Number(name));
    return status && [Number(name), status.parent].includes(pid) ? status.now : 0;
  });
  return bytes.reduce((sum, each) => sum + each, 0) / 2 ** 20;
}
