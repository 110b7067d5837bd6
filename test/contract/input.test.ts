import { describe, expect, test } from 'vitest';
import { choice, code, ids, list, object, readonly, string, text, unix } from '#contract/attribute.ts';
import { inputSchema } from '#contract/input.ts';
import { resources } from '#contract/resources.ts';

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
  const { error } = inputSchema(attributes, on).safeParse(given);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('/')}: ${message}`);
}

describe('an update', () => {
  test.each<[object, string[]]>([
    [{}, []],
    [{ title: 'x', note: null, settings: { a: [1] }, css: '*{}', people: ['1'], parts: [{ content: 'x' }] }, []],
    [{ title: ' ' }, ['title: Must not be blank.']],
    [{ title: 7 }, ['title: Must be text.']],
    [{ title: null }, ['title: Must be text.']],
    [{ note: 7 }, ['note: Must be text.']],
    [{ note: 'é'.repeat(32_769) }, ['note: Is longer than 64 KiB.']],
    [{ note: 'é'.repeat(32_768) }, []],
    [{ css: 'x'.repeat(512 * 1024 + 1) }, ['css: Is longer than 512 KiB.']],
    [{ settings: [] }, ['settings: Must be an object.']],
    [{ settings: null }, ['settings: Must be an object.']],
    [{ people: ['0'] }, ['people/0: Must be ids.']],
    [{ people: '1' }, ['people: Must be a list of ids.']],
    [{ people: Array(1_001).fill('1') }, ['people: Must be 1000 ids at most.']],
    [{ parts: [{ kind: 'x' }] }, ['parts/0/content: Is required.']],
    [{ parts: {} }, ['parts: Must be a list.']],
  ])('number %#', (given, expected) => {
    expect(complaints(given)).toEqual(expected);
  });

  test.each(['kind', 'made', 'nonsense', 'toString'])('does not set %s', (name) => {
    expect(complaints({ [name]: 'a' })).toHaveLength(1);
  });
});

describe('a create', () => {
  test('needs what is required, and may set what is settled with the record', () => {
    expect(complaints({}, 'create')).toEqual(['title: Is required.']);
    expect(complaints({ title: 'x', kind: 'b' }, 'create')).toEqual([]);
    expect(complaints({ title: 'x', kind: 'c' }, 'create')).toEqual(['kind: Must be one of a, b.']);
  });
});

test('every message is a sentence without the name of its attribute', () => {
  for (const resource of Object.values(resources)) {
    const wrong = Object.fromEntries(Object.keys(resource.attributes).map((name) => [name, Symbol(name)]));
    const { error } = inputSchema(resource.attributes, 'create').safeParse(wrong);
    for (const { code: kind, message } of error?.issues ?? []) {
      if (kind !== 'unrecognized_keys') expect(message).toMatch(/^(Must|Is) [a-z].*\.$/);
    }
  }
});
