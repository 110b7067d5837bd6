import { readFileSync } from 'node:fs';

/** Parent of a process, and its bytes of memory; undefined once it has ended, and on systems other than Linux. */
export function processStatus(pid: number) {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return undefined;
  }
  const figure = (line: string) => Number(new RegExp(`^${line}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return { parent: figure('PPid'), now: figure('VmRSS') * 1024, most: figure('VmHWM') * 1024 };
}
