import { spawn } from 'node:child_process';

/** What a check found. A check of the code is one test; a test runner brings its own numbers. */
export interface Outcome {
  passed: number;
  failed: number;
  /** Names of the tests that did not run. */
  skipped: string[];
  /** What to read when something failed. */
  output: string;
  /** A figure worth a look also when all is well. */
  note?: string;
}

export interface Check {
  title: string;
  /** Begins with the first check, on a processor that the others leave free. */
  isBeside?: boolean;
  run(): Promise<Outcome>;
}

/** The outcome of a check that is one test. */
export function verdict(isPassed: boolean, output: string): Outcome {
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: [], output };
}

/** A check that passes when a tool of the project ends with 0. */
export function toolCheck(title: string, tool: string, ...args: string[]): Check {
  return {
    title,
    run: async () => {
      const { code, output } = await runTool(tool, args);
      return verdict(code === 0, output);
    },
  };
}

/** Several times what the longest of them takes on a busy machine. */
const LONGEST_MS = 40 * 60_000;

/** Runs `node_modules/.bin/{tool}`, or with the name `node` the project's Node; cut after forty minutes. */
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
    timeout: LONGEST_MS,
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
      resolve({ code, stdout, output: signal ? `${output}\n${tool} was ended by ${signal}.` : output });
    });
  });
}
