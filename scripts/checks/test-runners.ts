import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Check, checkOutcome, type Outcome, runTool } from './check.ts';
import { findChromium } from './chromium.ts';
import { ensurePostgres } from './postgres.ts';

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/** A compile cache, because each worker and each service that a test starts compiles the same libraries. */
const COMPILED = { NODE_COMPILE_CACHE: join('node_modules', '.cache', 'compiled') };

/** Runs the tests of the contract, the service and the pages; the service tests run on both engines. */
export const vitest: Check = {
  title: 'Unit, service and page tests',
  run: async () => {
    if (ensurePostgres()) return runVitest('service', 'pages', 'postgres');
    const outcome = await runVitest('service', 'pages');
    const reason = 'the service on PostgreSQL: not found; install the package postgresql';
    return { ...outcome, skipped: [...outcome.skipped, reason] };
  },
};

function runVitest(...projects: string[]): Promise<Outcome> {
  return withReport(async (file) => {
    // More workers than processors: many tests wait for processes and timers.
    const workers = `--maxWorkers=${availableParallelism() + 2}`;
    const args = ['run', workers, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const { code, output } = await runTool('vitest', [...args, ...projects.map((name) => `--project=${name}`)], {
      env: COMPILED,
    });
    if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [], output };
    const report = vitestReport.parse(JSON.parse(readFileSync(file, 'utf8')));
    const tests = report.testResults.flatMap((result) => result.assertionResults);
    // A file that failed to load has no failed test.
    const broken = report.testResults.filter(
      (result) => result.status === 'failed' && result.assertionResults.every((test) => test.status !== 'failed'),
    );
    const failed = report.numFailedTests + broken.length;
    return {
      passed: report.numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: tests.filter((test) => !['passed', 'failed'].includes(test.status)).map((test) => test.fullName),
      output,
      failures: [
        ...tests
          .filter((test) => test.status === 'failed')
          .map((test) => `${test.fullName}\n${beginning(test.failureMessages.join('\n'))}`),
        ...broken.map((file) => `${file.name}\n${beginning(file.message)}`),
      ],
    };
  });
}

/** The first lines of an error, without most of its stack. */
const beginning = (error: string) => error.split('\n').slice(0, 15).join('\n').replace(/^/gm, '  ');

interface Spec {
  title: string;
  ok: boolean;
  tests: { status: string }[];
}

interface Suite {
  title: string;
  specs: Spec[];
  suites?: Suite[];
}

const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    title: z.string(),
    specs: z.array(z.object({ title: z.string(), ok: z.boolean(), tests: z.array(z.object({ status: z.string() })) })),
    suites: z.array(suite).optional(),
  }),
);
const playwrightReport = z.object({
  suites: z.array(suite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** Browser tests of the dashboard's user journeys, against a normally started service. */
export const journeys: Check = {
  title: 'Browser journeys',
  run: async () => {
    const chromium = findChromium('headless-shell');
    if ('advice' in chromium) return checkOutcome(false, chromium.advice);
    return withReport(async (file) => {
      const env = { CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
      const { code, output } = await runTool('playwright', ['test', '--reporter=list,json'], { env });
      if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [], output };
      const { suites, stats } = playwrightReport.parse(JSON.parse(readFileSync(file, 'utf8')));
      const failed = stats.unexpected + stats.flaky;
      const named = (matches: (spec: Spec) => boolean) => suites.flatMap((each) => namesOf(each, matches));
      return {
        passed: stats.expected,
        failed: failed === 0 && code !== 0 ? 1 : failed,
        skipped: named((spec) => spec.tests.some((test) => test.status === 'skipped')),
        output,
        failures: named((spec) => !spec.ok || spec.tests.some((test) => test.status === 'flaky')),
      };
    });
  },
};

function namesOf({ title, specs, suites = [] }: Suite, matches: (spec: Spec) => boolean): string[] {
  const own = specs.filter(matches).map((spec) => `${title} › ${spec.title}`);
  return [...own, ...suites.flatMap((inner) => namesOf(inner, matches))];
}

async function withReport(run: (file: string) => Promise<Outcome>) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-report-'));
  try {
    return await run(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
