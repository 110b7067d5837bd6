import { i18n, type MessageDescriptor } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { Issue, ValueKind } from '#contract/issue.ts';
import type { ReadError } from '#src/api/errors.ts';
import { asRecord, isText } from '#src/lib/json.ts';
import { formatList } from '#src/ui/text/format-list.ts';

/** An input's error: a value that the contract rejects, or text that cannot be parsed into a value. */
export type FormIssue =
  | Issue
  | { code: 'not_chosen' | 'empty_draft' | 'not_an_object' | 'not_an_address' | 'not_a_token' | 'not_a_number' }
  | { code: 'not_a_color' | 'half_hours' | 'not_a_time_zone' | 'no_origin' | 'repeated_origin' | 'not_an_origin' }
  /** `origin`: the part of the address that would be valid. */
  | { code: 'more_than_origin'; origin: string }
  | { code: 'invalid_members'; errors: readonly { name: MessageDescriptor; issue: FormIssue }[] }
  | { code: 'not_in_range'; least: number; most: number }
  | { code: 'too_many_lines'; most: number }
  /** `reason`: the browser's message about the invalid text. */
  | { code: 'not_json'; reason: string };

/** Sentences of the codes without parameters. */
const SENTENCES = {
  required: () => t`Required.`,
  blank: () => t`Required.`,
  not_chosen: () => t`Required.`,
  empty: () => t`Required.`,
  empty_draft: () => t`A draft can’t be empty.`,
  not_an_id: () => t`Must be IDs.`,
  taken: () => t`Already exists.`,
  not_one_person: () => t`Choose one other person.`,
  nobody_else: () => t`Choose someone else.`,
  not_staff: () => t`Choose staff only. Visitors can’t join these rooms.`,
  not_an_object: () => t`Must be a JSON object: { … }.`,
  not_an_address: () => t`That doesn’t look like a web address. Try one like https://support.example.com.`,
  not_a_token: () => t`Use only letters, digits and symbols, without spaces or line breaks.`,
  not_a_number: () => t`Enter a number to replace the current value.`,
  not_a_color: () => t`Enter a hex colour such as #1d5d73.`,
  half_hours: () => t`Enter both times.`,
  not_a_time_zone: () => t`Choose a time zone from the list.`,
  no_origin: () => t`Enter an origin, or remove this row.`,
  repeated_origin: () => t`This origin is already in the list.`,
  not_an_origin: () => t`That doesn’t look like an origin. Example: https://shop.example.com`,
} satisfies Partial<Record<FormIssue['code'], () => string>>;

const TYPE_SENTENCES: Readonly<Record<ValueKind, () => string>> = {
  string: () => t`Must be text.`,
  text: () => t`Must be text.`,
  boolean: () => t`Must be true or false.`,
  unix: () => t`Must be a whole number of seconds since 1970.`,
  datetime: () => t`Must be an ISO 8601 time.`,
  object: () => t`Must be an object.`,
  list: () => t`Must be a list.`,
  ids: () => t`Must be a list of IDs.`,
};

const isPlain = (issue: FormIssue): issue is Extract<FormIssue, { code: keyof typeof SENTENCES }> =>
  Object.hasOwn(SENTENCES, issue.code);

/** The error as a sentence in the page's language. The only place that translates codes. */
export function translateIssue(issue: FormIssue): string {
  if (isPlain(issue)) return SENTENCES[issue.code]();
  switch (issue.code) {
    case 'wrong_type':
      return TYPE_SENTENCES[issue.expected]();
    case 'not_a_choice':
      return t`Must be one of ${{ choices: formatList(issue.choices) }}.`;
    case 'too_large':
      return t`Can’t be longer than ${{ size: String(issue.kib) }} KiB.`;
    case 'too_long':
      return t`Can’t be longer than ${{ size: String(issue.most) }} characters.`;
    case 'too_many_ids':
      return t`At most ${{ size: String(issue.most) }} IDs.`;
    case 'unknown_names':
      return t`Unknown fields: ${{ names: formatList(issue.names) }}`;
    case 'differs':
      return t`Doesn’t match ${{ name: issue.name }}.`;
    case 'not_json':
      return t`Not valid JSON: ${{ reason: issue.reason }}`;
    case 'more_than_origin':
      return t`An origin has no path. Use ${{ origin: issue.origin }}`;
    case 'invalid_members':
      return issue.errors.map(({ name, issue: inner }) => `${i18n._(name)}: ${translateIssue(inner)}`).join(' ');
    case 'not_in_range':
      return t`Enter a whole number from ${{ least: i18n.number(issue.least) }} to ${{ most: i18n.number(issue.most) }}.`;
    case 'too_many_lines':
      return t`Only the first ${i18n.number(issue.most)} are saved.`;
  }
}

/** The service's message for a refused value: translated if it sends our issue code, else in its own words. */
export function translateRefusal({ meta, detail, title }: ReadError): string {
  const issue = asRecord(meta.issue);
  return issue && isIssue(issue) ? translateIssue(issue) : detail || title;
}

/** The messages of several refused values or of one, each once. */
export const joinRefusals = (errors: readonly ReadError[]): string =>
  [...new Set(errors.map(translateRefusal).filter(Boolean))].join(' ');

const isNumber = (value: unknown) => typeof value === 'number';
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

type Check = (issue: Readonly<Record<string, unknown>>) => boolean;

/** Whether an issue has the parameters of its code: another service may use `meta.issue` differently. */
const CHECKS: Readonly<Record<string, Check>> = {
  required: () => true,
  blank: () => true,
  empty: () => true,
  wrong_type: ({ expected }) => isText(expected) && Object.hasOwn(TYPE_SENTENCES, expected),
  not_a_choice: ({ choices }) => isTexts(choices),
  too_large: ({ kib }) => isNumber(kib),
  not_an_id: () => true,
  too_long: ({ most }) => isNumber(most),
  too_many_ids: ({ most }) => isNumber(most),
  unknown_names: ({ names }) => isTexts(names),
  taken: () => true,
  differs: ({ name }) => isText(name),
  not_one_person: () => true,
  nobody_else: () => true,
  not_staff: () => true,
} satisfies Record<Issue['code'], Check>;

function isIssue(raw: Readonly<Record<string, unknown>>): raw is Issue {
  const { code } = raw;
  return typeof code === 'string' && Object.hasOwn(CHECKS, code) && CHECKS[code]?.(raw) === true;
}
