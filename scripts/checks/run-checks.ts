import type { Check, Outcome } from './check.ts';

/**
 * Runs checks in sequence, and the `isParallel` ones in parallel with them. A failure does not stop the others; the exit
 * code and the last line summarize all.
 */
export async function runChecks(checks: readonly Check[]): Promise<void> {
  const total = { passed: 0, failed: 0, skipped: [] as string[] };
  const failures: string[] = [];
  const beside = new Map(checks.filter(({ isParallel }) => isParallel).map((check) => [check, outcomeOf(check)]));
  for (const check of checks) {
    process.stdout.write(`${check.title} … `);
    const startedAt = Date.now();
    const outcome = await (beside.get(check) ?? outcomeOf(check));
    const note = outcome.note ? `; ${outcome.note}` : '';
    console.log(`${counts(outcome)}${note} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
    if (outcome.failed > 0) console.log(indent(outcome.output));
    for (const name of outcome.skipped) console.log(`  skipped: ${name}`);
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    total.skipped.push(...outcome.skipped);
    if (outcome.failed > 0)
      failures.push(...(outcome.failures?.length ? outcome.failures : [`${check.title}\n${end(outcome.output)}`]));
  }
  process.exitCode = total.failed > 0 ? 1 : 0;
  // Repeated, because a log that is truncated to its end would lose the failures of the first checks.
  if (failures.length > 0) console.log(`\nFailed:\n${indent(failures.join('\n'))}`);
  console.log(`\n${counts(total)}`);
}

function outcomeOf(check: Check): Promise<Outcome> {
  return check.run().catch((error: unknown): Outcome => ({ passed: 0, failed: 1, skipped: [], output: inFull(error) }));
}

function counts({ passed, failed, skipped }: Pick<Outcome, 'passed' | 'failed' | 'skipped'>) {
  const sum = `${passed} passed, ${failed} failed`;
  return skipped.length > 0 ? `${sum}, ${skipped.length} skipped` : sum;
}

const inFull = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
/** The last lines, which name the error of a tool that failed without a failed test. */
const end = (output: string) => indent(output.trimEnd().split('\n').slice(-30).join('\n'));
const indent = (text: string) => text.trimEnd().replace(/^/gm, '  ');
