import { expect, test } from 'vitest';
import { choice, code, datetime, ids, list, object, readonly, string, text, unix } from '#contract/attribute.ts';
import { inputSchema } from '#contract/input.ts';
import { type Issue, toIssue } from '#contract/issue.ts';

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

/** The issues of an input, each after the path to it. */
function issuesOf(
  given: object,
  on: 'create' | 'update' = 'update',
  of: Parameters<typeof inputSchema>[0] = attributes,
) {
  const { error } = inputSchema(of, on).safeParse(given, { reportInput: true });
  return (error?.issues ?? []).map((found) => [found.path.join('/'), toIssue(found, of)]);
}

const rows: [given: object, path?: string, issue?: Issue][] = [
  [{}],
  [{ title: 'x', note: null, settings: { a: [1] }, css: '*{}', people: ['1'], parts: [{ content: 'x' }] }],
  [{ title: ' ' }, 'title', { code: 'blank' }],
  [{ title: 7 }, 'title', { code: 'wrong_type', expected: 'string' }],
  [{ title: null }, 'title', { code: 'wrong_type', expected: 'string' }],
  [{ title: 'é'.repeat(256) }, 'title', { code: 'too_long', most: 255 }],
  [{ note: 7 }, 'note', { code: 'wrong_type', expected: 'text' }],
  [{ note: 'é'.repeat(32_768) }],
  [{ note: 'é'.repeat(32_769) }, 'note', { code: 'too_large', kib: 64 }],
  [{ css: 'x'.repeat(512 * 1024 + 1) }, 'css', { code: 'too_large', kib: 512 }],
  [{ settings: [] }, 'settings', { code: 'wrong_type', expected: 'object' }],
  [{ settings: null }, 'settings', { code: 'wrong_type', expected: 'object' }],
  [{ settings: { a: 'x'.repeat(65_536) } }, 'settings', { code: 'too_large', kib: 64 }],
  [{ people: ['0'] }, 'people/0', { code: 'not_an_id' }],
  [{ people: [1] }, 'people/0', { code: 'not_an_id' }],
  [{ people: '1' }, 'people', { code: 'wrong_type', expected: 'ids' }],
  [{ people: Array(1_001).fill('1') }, 'people', { code: 'too_many_ids', most: 1_000 }],
  [{ parts: [{ kind: 'x' }] }, 'parts/0/content', { code: 'required' }],
  [{ parts: {} }, 'parts', { code: 'wrong_type', expected: 'list' }],
  [{ parts: ['x'] }, 'parts/0', { code: 'wrong_type', expected: 'object' }],
  [{ parts: [{ content: 'x', size: 1, "it's": 2 }] }, 'parts/0', { code: 'unknown_names', names: ['size', "it's"] }],
];

test.each(rows.map((row) => [JSON.stringify(row[0]).slice(0, 80), ...row] as const))(
  'an update with %s',
  (_, given, ...found) => {
    expect(issuesOf(given)).toEqual(found.length > 0 ? [found] : []);
  },
);

test.each(['kind', 'made', 'nonsense', 'toString'])('an update does not set %s', (name) => {
  expect(issuesOf({ [name]: 'a' })).toHaveLength(1);
});

test('a create requires required attributes, and may set create-only ones', () => {
  expect(issuesOf({}, 'create')).toEqual([['title', { code: 'required' }]]);
  expect(issuesOf({ title: 'x', kind: 'b' }, 'create')).toEqual([]);
  const issue = { code: 'not_a_choice', choices: ['a', 'b'] };
  expect(issuesOf({ title: 'x', kind: 'c' }, 'create')).toEqual([['kind', issue]]);
});

test('a required list may not be empty', () => {
  const needed = { parts: list({ content: text() }, { required: true }) };
  expect(issuesOf({ parts: [] }, 'create', needed)).toEqual([['parts', { code: 'empty' }]]);
});

test('an invalid time has the wrong type', () => {
  expect(issuesOf({ made: 1.5, at: 'noon' }, 'update', { made: unix(), at: datetime() })).toEqual([
    ['made', { code: 'wrong_type', expected: 'unix' }],
    ['at', { code: 'wrong_type', expected: 'datetime' }],
  ]);
});
