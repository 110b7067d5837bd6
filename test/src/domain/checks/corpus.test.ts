import { expect, test } from 'vitest';
import { checkDraft } from '#src/domain/checks/check-draft.ts';
import type { Finding } from '#src/domain/checks/finding.ts';
import { corpus, unseen } from './corpus/corpus.ts';
import { approvedDemoDrafts } from './demo-drafts.ts';

/** Largest share of drafts that may raise a false alarm. */
const MOST_FALSE_ALARMS = 0.02;

const judged = corpus().map((sample) => ({ ...sample, found: checkDraft(sample.input).map(({ code }) => code) }));

test('the corpus has five hundred drafts, most of them clean', () => {
  expect(judged.length).toBeGreaterThanOrEqual(500);
  expect(judged.filter(({ planted }) => planted === undefined).length).toBeGreaterThanOrEqual(400);
});

test('every planted problem is found', () => {
  const missed = judged.filter(({ planted, found }) => planted !== undefined && !found.includes(planted));
  expect(missed.map(({ from, planted, found }) => `${planted} in ${from}: ${found.join()}`)).toEqual([]);
});

test('at most 2 % of the drafts raise a false alarm', () => {
  const alarms = judged.flatMap(({ from, planted, found }) =>
    found.filter((code) => code !== planted).map((code) => `${code} in ${from}`),
  );
  if (process.env.CHECKS_FIGURES) process.stdout.write(`${figures()}\n${alarms.join('\n')}\n`);
  expect(alarms.length / judged.length, alarms.join('\n')).toBeLessThanOrEqual(MOST_FALSE_ALARMS);
});

test('at most 2 % of the approved drafts of the demo raise a false alarm', () => {
  const drafts = approvedDemoDrafts();
  const alarms = drafts.flatMap((input) =>
    checkDraft(input).map((finding) => `${JSON.stringify(finding)} in ${input.text}`),
  );
  if (process.env.CHECKS_FIGURES) process.stdout.write(`${drafts.length} of the demo\n${alarms.join('\n')}\n`);
  expect(drafts.length).toBeGreaterThan(100);
  expect(alarms.length / drafts.length, alarms.join('\n')).toBeLessThanOrEqual(MOST_FALSE_ALARMS);
});

test('in drafts written after the checks, at most one problem in ten is missed', () => {
  const samples = unseen().map((sample) => ({ ...sample, found: checkDraft(sample.input).map(({ code }) => code) }));
  const planted = samples.filter((sample) => sample.planted !== undefined);
  const missed = planted.filter((sample) => sample.planted && !sample.found.includes(sample.planted));
  const alarms = samples.filter((sample) => sample.found.some((code) => code !== sample.planted));
  expect([planted.length, samples.length]).toEqual([41, 81]);
  expect(missed.length, missed.map(({ from }) => from).join('\n')).toBeLessThanOrEqual(4);
  expect(alarms.map(({ from }) => from)).toEqual([]);
});

/** Per check: planted, found of them, and false alarms. Printed with `CHECKS_FIGURES=1`. */
function figures(): string {
  const codes = new Set(
    judged.flatMap(({ planted, found }): Finding['code'][] => (planted ? [planted, ...found] : found)),
  );
  const lines = Array.from(codes, (code) => {
    const planted = judged.filter((sample) => sample.planted === code);
    const found = planted.filter((sample) => sample.found.includes(code));
    const false_ = judged.filter((sample) => sample.planted !== code && sample.found.includes(code));
    return `${code}: ${found.length} of ${planted.length} found, ${false_.length} false alarms`;
  });
  return [`${judged.length} drafts`, ...lines].join('\n');
}
