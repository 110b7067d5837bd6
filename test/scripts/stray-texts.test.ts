// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the planted code has templates.
import { expect, test } from 'vitest';
import { placesIn } from '../../scripts/checks/catalogs.ts';
import { findStrayTexts } from '../../scripts/checks/stray-texts.ts';

const show = (jsx: string) => `export const Show = ({ is, n }: { is: boolean; n: string }) => ${jsx};`;

test.each([
  ['content', show('<p>Not found</p>')],
  ['content between others', show('<p><Trans>All</Trans> drafts</p>')],
  ['content by choice', show("<p>{is ? 'yes' : n}</p>")],
  ['content by condition', show("<p>{is && 'late'}</p>")],
  ['content put together', show('<p>{`${n} rooms`}</p>')],
  ['the title of the tab', show('<title>{`Room ${n}`}</title>')],
  ['a name for screen readers', show('<button aria-label="close" />')],
  ['a name by choice', show("<button aria-label={is ? 'open' : n} />")],
  ['a placeholder', show("<input placeholder={'search ' + n} />")],
  ['a word handed on', show('<Field label="reason" />')],
  ['an object of words', "export const toast = { text: 'saved', tone: 'good' };"],
  ['an announcement', "announce('taken back');"],
  ['a system notification', "new Notification('a room waits');"],
  ['the title by hand', "document.title = n + ' waits';"],
  ['an error for people', "throw new Error('This file is too large.');"],
  ['a word with a name of its own', "const label = 'Approve';"],
  ['a word of a function', "function word() { return 'Approved'; }"],
  ['a class that writes', 'const look = "before:content-[\'new\']";'],
])('%s is found', (_, code) => {
  expect(findStrayTexts('src/planted.tsx', code)).toHaveLength(1);
});

test('what a style sheet writes is found', () => {
  expect(findStrayTexts('src/planted.css', '.a::after {\n  content: "new";\n}')).toEqual([
    'src/planted.css:2: content: "new";',
  ]);
  expect(findStrayTexts('src/planted.css', '.a::after {\n  content: "";\n}')).toEqual([]);
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
])('%s is left alone', (code) => {
  expect(findStrayTexts('src/planted.tsx', code)).toEqual([]);
});

test('a translation that leaves out a value, or has another, is found', () => {
  expect(placesIn('{name} has {count, plural, one {# <0>room</0>} other {# <0>rooms</0> of {all}}}')).toBe(
    '</0> <0> {all} {count} {name}',
  );
});
