import { i18n } from '@lingui/core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Issue } from '#contract/issue.ts';
import { issueSentence } from '#server/jsonapi/write/issue-sentence.ts';
import { parseErrors } from '#src/api/errors.ts';
import { type FormIssue, translateIssue, translateRefusal } from '#src/form/translate-issue.ts';
import { messages as japanese } from '#src/locales/ja.po';

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

const issues: Issue[] = [
  { code: 'required' },
  { code: 'blank' },
  { code: 'empty' },
  { code: 'wrong_type', expected: 'string' },
  { code: 'wrong_type', expected: 'text' },
  { code: 'wrong_type', expected: 'boolean' },
  { code: 'wrong_type', expected: 'unix' },
  { code: 'wrong_type', expected: 'datetime' },
  { code: 'wrong_type', expected: 'object' },
  { code: 'wrong_type', expected: 'list' },
  { code: 'wrong_type', expected: 'ids' },
  { code: 'not_a_choice', choices: ['a', 'b'] },
  { code: 'too_large', kib: 64 },
  { code: 'not_an_id' },
  { code: 'too_long', most: 255 },
  { code: 'too_many_ids', most: 1000 },
  { code: 'taken' },
  { code: 'differs', name: 'room_id' },
  { code: 'not_one_person' },
  { code: 'nobody_else' },
  { code: 'not_staff' },
];

test.each(issues)('%o has the same English text in the page and the service', (issue) => {
  expect(translateIssue(issue)).toBe(issueSentence(issue));
});

test.each<[FormIssue, string]>([
  [{ code: 'unknown_names', names: ['colour', 'size'] }, 'Unknown fields: colour, size'],
  [{ code: 'not_chosen' }, 'Required.'],
  [{ code: 'not_an_object' }, 'Must be a JSON object: { … }.'],
  [{ code: 'not_json', reason: 'Unexpected end' }, 'Not valid JSON: Unexpected end'],
  [{ code: 'not_an_address' }, 'That doesn’t look like a web address. Try one like https://support.example.com.'],
  [{ code: 'not_a_token' }, 'Use only letters, digits and symbols, without spaces or line breaks.'],
])('the form-only issue %o has its text', (issue, sentence) => {
  expect(translateIssue(issue)).toBe(sentence);
});

describe('an error of a service', () => {
  const detail = 'Can’t be longer than 64 KiB.';
  const read = (meta?: unknown) => {
    const [error] =
      parseErrors({ errors: [{ status: '422', code: '100', title: 'Validation failed', detail, meta }] }) ?? [];
    return error && translateRefusal(error);
  };

  test('with a known code is shown in the language of the page', () => {
    i18n.loadAndActivate({ locale: 'ja', messages: japanese });
    expect(read({ issue: { code: 'too_large', kib: 64 } })).toBe('64 KiB 以内で入力してください。');
  });

  test.each([
    undefined,
    {},
    { issue: 'too_large' },
    { issue: { code: 'too_large' } },
    { issue: { code: 'too_large', kib: '64' } },
    { issue: { code: 'wrong_type', expected: 'colour' } },
    { issue: { code: 'not_a_choice', choices: [7] } },
    { issue: { code: 'unknown_names', names: 'a' } },
    { issue: { code: 'differs' } },
    { issue: { code: 'too_many_ids', most: null } },
    { issue: { code: 'toString' } },
    { issue: { code: 'elsewhere' } },
  ])('with the meta %o is shown as it is', (meta) => {
    i18n.loadAndActivate({ locale: 'ja', messages: japanese });
    expect(read(meta)).toBe(detail);
  });

  test('without a detail shows its title', () => {
    const [error] = parseErrors({ errors: [{ title: 'Validation failed' }] }) ?? [];
    expect(error && translateRefusal(error)).toBe('Validation failed');
  });
});
