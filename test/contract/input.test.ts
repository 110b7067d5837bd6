import { describe, expect, test } from 'vitest';
import { choice, code, datetime, ids, list, object, readonly, string, text, unix } from '#contract/attribute.ts';
import { inputSchema } from '#contract/input.ts';
import { type Issue, toIssue } from '#contract/issue.ts';
import { resources } from '#contract/resources.ts';
import { issueSentence } from '#server/jsonapi/write/issue-sentence.ts';

const attributes = {
  title: string({ required: true }),
  note: text({ nullable: true }),
  kind: choice(['a', 'b'], { write: 'create' }),
  made: readonly(unix()),
  settings: object(),
  css: code('css'),
  people: ids(),
  parts: list({ content: text({ required: true }), kind: string() }),
};

function complaints(given: object, on: 'create' | 'update' = 'update') {
  const { error } = inputSchema(attributes, on).safeParse(given, { reportInput: true });
  return (error?.issues ?? []).map((found) => `${found.path.join('/')}: ${issueSentence(toIssue(found, attributes))}`);
}

describe('an update', () => {
  test.each<[object, string[]]>([
    [{}, []],
    [{ title: 'x', note: null, settings: { a: [1] }, css: '*{}', people: ['1'], parts: [{ content: 'x' }] }, []],
    [{ title: ' ' }, ['title: Required.']],
    [{ title: 7 }, ['title: Must be text.']],
    [{ title: null }, ['title: Must be text.']],
    [{ note: 7 }, ['note: Must be text.']],
    [{ note: 'é'.repeat(32_769) }, ['note: Can’t be longer than 64 KiB.']],
    [{ note: 'é'.repeat(32_768) }, []],
    [{ css: 'x'.repeat(512 * 1024 + 1) }, ['css: Can’t be longer than 512 KiB.']],
    [{ settings: [] }, ['settings: Must be an object.']],
    [{ settings: null }, ['settings: Must be an object.']],
    [{ people: ['0'] }, ['people/0: Must be IDs.']],
    [{ people: [1] }, ['people/0: Must be IDs.']],
    [{ people: '1' }, ['people: Must be a list of IDs.']],
    [{ people: Array(1_001).fill('1') }, ['people: At most 1000 IDs.']],
    [{ parts: [{ kind: 'x' }] }, ['parts/0/content: Required.']],
    [{ parts: {} }, ['parts: Must be a list.']],
    [{ parts: ['x'] }, ['parts/0: Must be an object.']],
    [{ parts: [{ content: 'x', size: 1, "it's": 2 }] }, [`parts/0: Unrecognized keys: "size", "it's"`]],
  ])('number %#', (given, expected) => {
    expect(complaints(given)).toEqual(expected);
  });

  test.each(['kind', 'made', 'nonsense', 'toString'])('does not set %s', (name) => {
    expect(complaints({ [name]: 'a' })).toHaveLength(1);
  });
});

describe('a create', () => {
  test('requires required attributes, and may set create-only ones', () => {
    expect(complaints({}, 'create')).toEqual(['title: Required.']);
    expect(complaints({ title: 'x', kind: 'b' }, 'create')).toEqual([]);
    expect(complaints({ title: 'x', kind: 'c' }, 'create')).toEqual(['kind: Must be one of a, b.']);
  });
});

test('every message is a sentence without the name of its attribute', () => {
  for (const resource of Object.values(resources)) {
    const wrong = Object.fromEntries(Object.keys(resource.attributes).map((name) => [name, Symbol(name)]));
    const { error } = inputSchema(resource.attributes, 'create').safeParse(wrong, { reportInput: true });
    for (const found of error?.issues ?? []) {
      const issue = toIssue(found, resource.attributes);
      if (issue.code !== 'unknown_names') expect(issueSentence(issue)).toMatch(/^(Must|Is) [a-z].*\.$/);
    }
  }
});

describe('an issue', () => {
  const issues = (given: object, on: 'create' | 'update' = 'update') =>
    inputSchema(attributes, on)
      .safeParse(given, { reportInput: true })
      .error?.issues.map((found) => toIssue(found, attributes));

  test.each<[object, Issue]>([
    [{ title: ' ' }, { code: 'blank' }],
    [{ title: 7 }, { code: 'wrong_type', expected: 'string' }],
    [{ note: 7 }, { code: 'wrong_type', expected: 'text' }],
    [{ note: 'é'.repeat(32_769) }, { code: 'too_large', kib: 64 }],
    [{ css: 'x'.repeat(512 * 1024 + 1) }, { code: 'too_large', kib: 512 }],
    [{ title: 'é'.repeat(256) }, { code: 'too_long', most: 255 }],
    [{ settings: { a: 'x'.repeat(65_536) } }, { code: 'too_large', kib: 64 }],
    [{ settings: [] }, { code: 'wrong_type', expected: 'object' }],
    [{ people: ['0'] }, { code: 'not_an_id' }],
    [{ people: '1' }, { code: 'wrong_type', expected: 'ids' }],
    [{ people: Array(1_001).fill('1') }, { code: 'too_many_ids', most: 1_000 }],
    [{ parts: [{ kind: 'x' }] }, { code: 'required' }],
    [{ parts: [{ content: 'x', size: 1 }] }, { code: 'unknown_names', names: ['size'] }],
    [{ parts: {} }, { code: 'wrong_type', expected: 'list' }],
  ])('is a code with its parameters: number %#', (given, expected) => {
    expect(issues(given)).toEqual([expected]);
  });

  test('lists the choices of a choice, and reports that a required list is empty', () => {
    expect(issues({ title: 'x', kind: 'c' }, 'create')).toEqual([{ code: 'not_a_choice', choices: ['a', 'b'] }]);
    const needed = { parts: list({ content: text() }, { required: true }) };
    const { error } = inputSchema(needed, 'create').safeParse({ parts: [] }, { reportInput: true });
    expect(error?.issues.map((found) => toIssue(found, needed))).toEqual([{ code: 'empty' }]);
  });

  test('reports an invalid time as a wrong type', () => {
    const times = { made: unix(), at: datetime() };
    const { error } = inputSchema(times, 'update').safeParse({ made: 1.5, at: 'noon' }, { reportInput: true });
    expect(error?.issues.map((found) => toIssue(found, times))).toEqual([
      { code: 'wrong_type', expected: 'unix' },
      { code: 'wrong_type', expected: 'datetime' },
    ]);
  });
});
