import { expect, test } from 'vitest';
import { findUnreachable, matchKeywords } from '#src/features/keyword-bench/match-keywords.ts';
import { keywordRow } from '../keywords/keyword-row.ts';

const words = (...names: string[]) => names.map((name, index) => keywordRow(index + 1, name));

const taken = (sentence: string, names: string[], isWholeWords = true) =>
  matchKeywords(sentence, words(...names), { isWholeWords })
    .places.filter(({ coveredBy }) => !coveredBy)
    .map(({ keyword, start, end }) => [keyword.key_name, sentence.slice(start, end)]);

test('keywords match at any position, regardless of case, width and spaces', () => {
  expect(taken('A ＲＥＦＵＮＤ, please: where  is\nmy parcel?', ['refund', 'Where is my parcel'])).toEqual([
    ['refund', 'ＲＥＦＵＮＤ'],
    ['Where is my parcel', 'where  is\nmy parcel'],
  ]);
  expect(taken('Cafe\u0301 or café', ['café'])).toEqual([
    ['café', 'Cafe\u0301'],
    ['café', 'café'],
  ]);
});

test('the longest match wins, and covered ones are reported', () => {
  const { places, covered } = matchKeywords('wrong size', words('size', 'wrong size'), { isWholeWords: true });
  expect(places.map(({ keyword, coveredBy }) => [keyword.key_name, coveredBy?.key_name])).toEqual([
    ['wrong size', undefined],
    ['size', 'wrong size'],
  ]);
  expect(covered.map(({ key_name }) => key_name)).toEqual(['size']);
  expect(matchKeywords('wrong size, size', words('size', 'wrong size'), { isWholeWords: true }).covered).toEqual([]);
});

test('whole words are matched unless switched off, also in Japanese without spaces', () => {
  expect(taken('dogma', ['dog'])).toEqual([]);
  expect(taken('dogma', ['dog'], false)).toEqual([['dog', 'dog']]);
  expect(taken('犬と返品したい', ['返品'])).toEqual([['返品', '返品']]);
  expect(taken('late check-in!', ['check-in'])).toEqual([['check-in', 'check-in']]);
});

test('empty keywords and duplicates of older ones are unreachable', () => {
  const found = findUnreachable(words('refund', ' ', 'Refund', 'ｒｅｆｕｎｄ ', 'parcel'));
  expect(found.map(({ keyword, sameAs }) => [keyword.id, sameAs?.id])).toEqual([
    ['2', undefined],
    ['3', '1'],
    ['4', '1'],
  ]);
});
