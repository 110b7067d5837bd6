// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the planted code has templates.
import { expect, test } from 'vitest';
import { placeholdersIn } from '../../scripts/checks/catalogs.ts';
import { findUntranslatedStrings } from '../../scripts/checks/untranslated-strings.ts';

const show = (jsx: string) => `export const Show = ({ is, n }: { is: boolean; n: string }) => ${jsx};`;

test.each([
  ['content', show('<p>Not found</p>')],
  ['content between others', show('<p><Trans>All</Trans> drafts</p>')],
  ['content by a ternary', show("<p>{is ? 'yes' : n}</p>")],
  ['content by a condition', show("<p>{is && 'late'}</p>")],
  ['content by a template', show('<p>{`${n} rooms`}</p>')],
  ['the title of the tab', show('<title>{`Room ${n}`}</title>')],
  ['a name for screen readers', show('<button aria-label="close" />')],
  ['a name by a ternary', show("<button aria-label={is ? 'open' : n} />")],
  ['a placeholder', show("<input placeholder={'search ' + n} />")],
  ['a text passed as a prop', show('<Field label="reason" />')],
  ['an object with texts', "export const toast = { text: 'saved', tone: 'good' };"],
  ['an announcement', "announce('taken back');"],
  ['a system notification', "new Notification('a room waits');"],
  ['the title set directly', "document.title = n + ' waits';"],
  ['an error message for users', "throw new Error('This file is too large.');"],
  ['a text in a constant', "const label = 'Approve';"],
  ['a text returned by a function', "function word() { return 'Approved'; }"],
  ['a class with CSS content', 'const look = "before:content-[\'new\']";'],
])('%s is found', (_, code) => {
  expect(findUntranslatedStrings('src/planted.tsx', code)).toHaveLength(1);
});

test('CSS content in a style sheet is found', () => {
  expect(findUntranslatedStrings('src/planted.css', '.a::after {\n  content: "new";\n}')).toEqual([
    'src/planted.css:2: content: "new";',
  ]);
  expect(findUntranslatedStrings('src/planted.css', '.a::after {\n  content: "";\n}')).toEqual([]);
});

test.each([
  show('<p title={t`Found`}><Trans>Not found</Trans> {n}</p>'),
  show('<Plural value={1} one="# draft" other="# drafts" />'),
  show('<code>GET /rooms</code>'),
  show('<h1>Countersign</h1>'),
  show('<p className="flex min-w-0" dir="auto" role="status">{n} · {n}</p>'),
  "if (event.key === 'Enter') throw new TypeError('not a web address');",
  "switch (said) { case 'Is required.': break; }",
  'const words = msg`Approve`;',
  "const text = plural(2, { one: 'One draft', other: '# drafts' });",
])('%s is ignored', (code) => {
  expect(findUntranslatedStrings('src/planted.tsx', code)).toEqual([]);
});

test('a translation with a missing or additional placeholder is found', () => {
  expect(placeholdersIn('{name} has {count, plural, one {# <0>room</0>} other {# <0>rooms</0> of {all}}}')).toBe(
    '</0> <0> {all} {count} {name}',
  );
});
