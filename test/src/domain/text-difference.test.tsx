import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { TextDifference } from '#src/domain/drafts/text-difference.tsx';
import { mergeFields } from '#src/form/merge/merge-dialog.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });
const LONGEST = 65_536;
const longest = (text: string) => text.repeat(LONGEST).slice(0, LONGEST);
const numbered = (prefix: string, between: string) =>
  Array.from({ length: 10_000 }, (_, index) => prefix + index.toString(36)).join(between);

function show(before: string, after: string) {
  render(
    <I18nProvider i18n={i18n}>
      <TextDifference before={before} after={after} />
    </I18nProvider>,
  );
  const texts = (name: 'deletion' | 'insertion') => screen.queryAllByRole(name).map((part) => part.textContent);
  return { taken: texts('deletion'), put: texts('insertion') };
}

test('a few changed words are shown as changes, even in a long text', () => {
  const text = numbered('word', ' ');
  const { taken, put } = show(text, text.replace('word2s ', 'WORD ').replace('word5k ', ''));
  expect(taken).toEqual(['word2s', 'word5k ']);
  expect(put).toEqual(['WORD']);
});

test.each([
  ['mentions', numbered('@a', ' '), numbered('@b', ' ')],
  ['links', numbered('https://a.example/', ' '), numbered('https://b.example/', '\n')],
  ['signs', longest('.'), longest('!')],
  ['Japanese', longest('日本語の文章です。'), longest('全く異なる内容。')],
  ['turned words', longest('a b '), longest('b c a ')],
])('long texts with nothing in common are shown whole: %s', (_, before, after) => {
  expect(show(before, after)).toEqual({ taken: [before], put: [after] });
});

test('long texts rewritten on both sides are not merged, without delay', () => {
  const values = (prefix: string) => ({ message_content: numbered(prefix, '\n') });
  const [field] = mergeFields(drafts, values('a'), values('b'), values('c'));
  expect(field).toMatchObject({ name: 'message_content', changedBy: 'both', together: undefined });
});
