import { existsSync, readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 200;

/** Tracks the resident memory of a process and its children. The returned function stops and returns the peak in MB. */
export function watchMemory(pid: number): () => number | undefined {
  // Linux only.
  if (!existsSync('/proc/self/status')) return () => undefined;
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
  const family = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
    .filter((process) => process?.pid === pid || process?.parent === pid);
  return family.reduce((sum, process) => sum + (process?.residentMb ?? 0), 0);
}

/** Undefined if the process has ended since. */
function readProcess(name: string) {
  try {
    const status = readFileSync(`/proc/${name}/status`, 'utf8');
    const figure = (line: string) => Number(new RegExp(`^${line}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return { pid: Number(name), parent: figure('PPid'), residentMb: figure('VmRSS') / 1024 };
  } catch {
    return undefined;
  }
}
