import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '#src/domain/keywords/fold-text.ts';
import { findOccurrences, indexKeywords } from '#src/domain/keywords/keyword-index.ts';
import { findUnreachable, matchKeywords, winningMatches } from '#src/domain/keywords/match-keywords.ts';
import { keywordRow } from '../keywords/keyword-row.ts';

const words = (...names: string[]) => names.map((name, index) => keywordRow(index + 1, name));

const match = (sentence: string, names: readonly string[], isWholeWords = true) =>
  matchKeywords(sentence, indexKeywords(words(...names)), { isWholeWords });

const taken = (sentence: string, names: readonly string[], isWholeWords = true) =>
  winningMatches(match(sentence, names, isWholeWords)).map(({ keyword, start, end }) => [
    keyword.key_name,
    sentence.slice(start, end),
  ]);

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

test.each([
  ['German', 'Die STRASSE, bitte', 'Straße', 'STRASSE'],
  ['German', 'in der Straße', 'strasse', 'Straße'],
  ['Turkish', 'İADE istiyorum', 'iade', 'İADE'],
  ['Turkish', 'iade istiyorum', 'İade', 'iade'],
  ['Turkish', 'IŞIK yok', 'ışık', 'IŞIK'],
  ['Greek', 'Η ΕΠΙΣΤΡΟΦΗΣ μου', 'επιστροφης', 'ΕΠΙΣΤΡΟΦΗΣ'],
  ['Arabic', 'أريد استـــرداد المال', 'استرداد', 'استـــرداد'],
  ['Arabic', 'أريد ﺍﺳﺘﺮﺩﺍﺩ', 'استرداد', 'ﺍﺳﺘﺮﺩﺍﺩ'],
  ['Japanese', '昨日の船をｷｬﾝｾﾙしたい', 'キャンセル', 'ｷｬﾝｾﾙ'],
  ['Korean', '\u1112\u116A\u11AB\u1107\u116E\u11AF 언제요', '환불', '\u1112\u116A\u11AB\u1107\u116E\u11AF'],
  ['Hindi', 'धनवापसी कब?', 'धनवापसी', 'धनवापसी'],
  ['English', 'I don’t know', "don't know", 'don’t know'],
  ['English', 'a re\u00ADfund 👩‍👩‍👧 now', 'refund', 're\u00ADfund'],
])('in %s, “%s” has the keyword “%s”', (_, sentence, name, found) => {
  expect(taken(sentence, [name])).toEqual([[name, found]]);
});

test('the longest match wins, and covered ones are reported', () => {
  const { places, covered } = match('wrong size', ['size', 'wrong size']);
  expect(places.map(({ keyword, coveredBy }) => [keyword.key_name, coveredBy?.key_name])).toEqual([
    ['wrong size', undefined],
    ['size', 'wrong size'],
  ]);
  expect(covered.map(({ key_name }) => key_name)).toEqual(['size']);
  expect(match('wrong size, size', ['size', 'wrong size']).covered).toEqual([]);
});

test('whole words are matched unless switched off, also in Japanese without spaces', () => {
  expect(taken('dogma', ['dog'])).toEqual([]);
  expect(taken('dogma', ['dog'], false)).toEqual([['dog', 'dog']]);
  expect(taken('犬と返品したい', ['返品'])).toEqual([['返品', '返品']]);
  expect(taken('late check-in!', ['check-in'])).toEqual([['check-in', 'check-in']]);
});

test('a character that contains two keywords matches only one', () => {
  expect(taken('5 ㌔', ['キ', 'ロ'])).toEqual([['キ', '㌔']]);
});

test('empty keywords and duplicates of older ones are unreachable', () => {
  const found = findUnreachable(words('refund', ' ', 'Refund', 'ｒｅｆｕｎｄ ', 'parcel'));
  expect(found.map(({ keyword, sameAs }) => [keyword.id, sameAs?.id])).toEqual([
    ['2', undefined],
    ['3', '1'],
    ['4', '1'],
  ]);
});

const piece = fc.constantFrom(
  'a',
  'b',
  'ab',
  'A',
  ' ',
  '返',
  '品',
  'ß',
  'İ',
  'é',
  'e\u0301',
  '🙂',
  'د',
  '환',
  'ς',
  '_',
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

test('the index finds the same occurrences as a search for each keyword', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), text, (names, sentence) => {
      const keywords = words(...names);
      const folded = foldText(sentence).text;
      const found = findOccurrences(indexKeywords(keywords), folded, false);
      const places = keywords.flatMap(({ id, key_name }) => {
        const name = foldText(key_name).text.trimEnd();
        const starts = Array.from({ length: folded.length }, (_, at) => at);
        return name ? starts.filter((at) => folded.startsWith(name, at)).map((at) => `${id} ${at}`) : [];
      });
      expect(found.map(({ keyword, from }) => `${keyword.id} ${from}`).sort()).toEqual(places.sort());
    }),
  );
});

test('a text folds to the same result in each Unicode normal form and in upper case', () => {
  fc.assert(
    fc.property(text, (source) => {
      const { text: folded } = foldText(source);
      const spellings = [source.normalize('NFC'), source.normalize('NFD'), source.toUpperCase(), folded];
      for (const spelling of spellings) expect(foldText(spelling).text).toBe(folded);
    }),
  );
});

test('matches are reported as offsets in the original sentence', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), text, (names, sentence) => {
      for (const { keyword, start, end } of match(sentence, names, false).places) {
        expect(foldText(sentence.slice(start, end)).text).toContain(foldText(keyword.key_name).text.trim());
      }
    }),
  );
});
