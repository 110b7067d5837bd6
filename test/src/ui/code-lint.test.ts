import { expect, test } from 'vitest';
import { type CodeLanguage, findFaults } from '#src/ui/code-editor/code-lint.ts';

async function faults(language: CodeLanguage, text: string) {
  const found = await findFaults(language, text, new AbortController().signal);
  return found?.map(({ kind, from }) => `${kind} at ${from}`);
}

test.each<[CodeLanguage, string]>([
  ['css', ':root { --x: 1px } @media (width > 1px) { a::before { content: "}"; background: url(c) } }'],
  ['html', '<!doctype html><ul><li>a<li>b</ul><p>c<br><img src=x><input disabled>'],
  ['json', '{ "a": [1, true, null] }'],
  ['css', ''],
  ['html', ''],
  ['html', '\n'],
])('valid %s has no errors: %s', async (language, text) => {
  expect(await faults(language, text)).toEqual([]);
});

test.each<[CodeLanguage, string, string]>([
  ['css', 'a { color: red', 'unfinished at 13'],
  ['css', 'a { color: red }}', 'unexpected at 16'],
  ['html', '<div><b>x</div>', 'unclosed at 5'],
  ['html', '<div></span></div>', 'unopened at 5'],
  ['json', '{ "a": }', 'unfinished at 6'],
])('an error in %s is reported at its position: %s', async (language, text, expected) => {
  expect(await faults(language, text)).toContain(expected);
});
