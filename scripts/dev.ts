import { type ChildProcess, spawn } from 'node:child_process';

/** The service restarts on changes of its files; Vite replaces changed components in the open page. */
const children = [run('--watch', '--watch-preserve-output', 'server/main.ts'), run('node_modules/vite/bin/vite.js')];
for (const child of children) child.on('exit', (code) => end(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0));

function run(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: 'inherit' });
}

function end(code: number) {
  for (const child of children) child.kill();
  process.exitCode = code;
}
