import { spawn } from 'node:child_process';

/** The result of a check. A check of the code counts as one test; a test runner reports its own counts. */
export interface Outcome {
  passed: number;
  failed: number;
  /** Names of skipped tests. */
  skipped: string[];
  /** Printed on failure. */
  output: string;
  /** The name and error of each failed test, for output too long to search. */
  failures?: string[];
  /** A figure that is printed even on success. */
  note?: string;
}

export interface Check {
  title: string;
  /** Runs in parallel with the other checks, from the start. */
  isParallel?: boolean;
  run(): Promise<Outcome>;
}

/** The outcome of a check that counts as one test. */
export function checkOutcome(isPassed: boolean, output: string): Outcome {
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: [], output };
}

/** A check that passes if a tool of the project exits with 0. */
export function toolCheck(title: string, tool: string, ...args: string[]): Check {
  return {
    title,
    run: async () => {
      const { code, output } = await runTool(tool, args);
      return checkOutcome(code === 0, output);
    },
  };
}

/** Several times the duration of the slowest tool on a busy machine. */
const TIMEOUT_MS = 40 * 60_000;

/** Runs `node_modules/.bin/{tool}`, or the project's Node for the name `node`; times out after 40 minutes. */
export async function runTool(
  tool: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<{ code: number | null; stdout: string; output: string }> {
  const script = tool === 'node' ? [] : [`${process.cwd()}/node_modules/.bin/${tool}`];
  const child = spawn(process.execPath, [...script, ...args], {
    cwd: options.cwd,
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  });
  let stdout = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code, stdout, output: signal ? `${output}\n${tool} was terminated by ${signal}.` : output });
    });
  });
}
