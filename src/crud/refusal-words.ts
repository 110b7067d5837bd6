import type { Issue } from '#contract/issue.ts';
import type { ReadError } from '#src/api/errors.ts';
import { asRecord } from '#src/lib/json.ts';
import { issueWords } from './issue-words.ts';

/** The service's message for a refused value: translated if it sends our issue code, else in its own words. */
export function refusalWords({ meta, detail, title }: ReadError): string {
  const issue = asRecord(meta.issue);
  return issue && isIssue(issue) ? issueWords(issue) : detail || title;
}

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const TYPES = ['string', 'text', 'boolean', 'unix', 'datetime', 'object', 'list', 'ids'];

/** Whether a code has its parameters: another service may use the same member differently. */
const CHECKS: Readonly<Record<Issue['code'], (issue: Readonly<Record<string, unknown>>) => boolean>> = {
  required: () => true,
  blank: () => true,
  empty: () => true,
  wrong_type: ({ expected }) => TYPES.some((type) => type === expected),
  not_a_choice: ({ choices }) => isTexts(choices),
  too_large: ({ kib }) => isNumber(kib),
  not_an_id: () => true,
  too_many_ids: ({ most }) => isNumber(most),
  unknown_names: ({ names }) => isTexts(names),
  taken: () => true,
  differs: ({ name }) => isText(name),
  not_one_person: () => true,
  nobody_else: () => true,
  not_staff: () => true,
};

function isIssue(raw: Readonly<Record<string, unknown>>): raw is Issue {
  const { code } = raw;
  return typeof code === 'string' && Object.hasOwn(CHECKS, code) && CHECKS[code as Issue['code']](raw);
}
