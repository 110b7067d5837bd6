import { expect, test } from 'vitest';
import { inputSchema } from '#contract/input.ts';
import { type Issue, toIssue } from '#contract/issue.ts';
import { resources } from '#contract/resources.ts';
import { validationError } from '#server/jsonapi/write/input.ts';
import { issueSentence } from '#server/jsonapi/write/issue-sentence.ts';

test.each<[Issue, string]>([
  [{ code: 'required' }, 'Required.'],
  [{ code: 'blank' }, 'Required.'],
  [{ code: 'empty' }, 'Required.'],
  [{ code: 'wrong_type', expected: 'string' }, 'Must be text.'],
  [{ code: 'wrong_type', expected: 'text' }, 'Must be text.'],
  [{ code: 'wrong_type', expected: 'boolean' }, 'Must be true or false.'],
  [{ code: 'wrong_type', expected: 'unix' }, 'Must be a whole number of seconds since 1970.'],
  [{ code: 'wrong_type', expected: 'datetime' }, 'Must be an ISO 8601 time.'],
  [{ code: 'wrong_type', expected: 'object' }, 'Must be an object.'],
  [{ code: 'wrong_type', expected: 'list' }, 'Must be a list.'],
  [{ code: 'wrong_type', expected: 'ids' }, 'Must be a list of IDs.'],
  [{ code: 'not_a_choice', choices: ['a', 'b'] }, 'Must be one of a, b.'],
  [{ code: 'too_large', kib: 64 }, 'Can’t be longer than 64 KiB.'],
  [{ code: 'too_long', most: 255 }, 'Can’t be longer than 255 characters.'],
  [{ code: 'not_an_id' }, 'Must be IDs.'],
  [{ code: 'too_many_ids', most: 1000 }, 'At most 1000 IDs.'],
  [{ code: 'unknown_names', names: ['colour'] }, 'Unrecognized key: "colour"'],
  [{ code: 'unknown_names', names: ['colour', "it's"] }, `Unrecognized keys: "colour", "it's"`],
  [{ code: 'taken' }, 'Already exists.'],
  [{ code: 'differs', name: 'room_id' }, 'Doesn’t match room_id.'],
  [{ code: 'not_one_person' }, 'Choose one other person.'],
  [{ code: 'nobody_else' }, 'Choose someone else.'],
  [{ code: 'not_staff' }, 'Choose staff only. Visitors can’t join these rooms.'],
])('%o reads: %s', (issue, sentence) => {
  expect(issueSentence(issue)).toBe(sentence);
  expect(validationError('/data/attributes/x', issue)).toEqual({
    status: '422',
    code: '100',
    title: 'Validation failed',
    detail: sentence,
    source: { pointer: '/data/attributes/x' },
    meta: { issue },
  });
});

test.each(Object.values(resources))('no sentence about an attribute of $type names it', ({ attributes }) => {
  const wrong = Object.fromEntries(Object.keys(attributes).map((name) => [name, Symbol(name)]));
  const { error } = inputSchema(attributes, 'create').safeParse(wrong, { reportInput: true });
  for (const found of error?.issues ?? []) {
    const issue = toIssue(found, attributes);
    if (issue.code !== 'unknown_names') expect(issueSentence(issue)).toMatch(/^(Must|Is) [a-z].*\.$/);
  }
});
