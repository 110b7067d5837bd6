import { describe, expect, it, test } from 'vitest';
import { findNewerMessage, findRejectedBefore, findSentBefore } from '#src/domain/checks/check-draft.ts';
import { findForeignLink } from '#src/domain/checks/find-foreign-link.ts';
import { findMissingAnswer } from '#src/domain/checks/find-missing-answer.ts';
import { findOtherLanguage } from '#src/domain/checks/find-other-language.ts';
import { findAccountNumber, findCardNumber } from '#src/domain/checks/find-payment-number.ts';
import { findPlaceholder } from '#src/domain/checks/find-placeholder.ts';

const roomTexts = (...byVisitor: string[]) => ({ byVisitor, byStaff: [], newerBy: undefined });

describe('a placeholder', () => {
  it.each([
    ['Hello {{name}}, it is here.', '{{name}}'],
    ['Your parcel XXX is here.', 'XXX'],
    ['It comes on [date].', '[date]'],
    ['Es kommt am [Datum].', '[Datum]'],
    ['Le [prénom] est noté.', '[prénom]'],
    ['Dear %FIRST_NAME%, it is here.', '%FIRST_NAME%'],
    ['Dear {first name}, it is here.', '{first name}'],
    ['Am XX.XX. um neun.', 'XX.XX'],
    ['【お名前】様', '【お名前】'],
    ['The price is ___ €.', '___'],
  ])('is found in “%s”', (text, placeholder) => {
    expect(findPlaceholder({ text })).toEqual({ code: 'placeholder', text: placeholder });
  });

  it.each([
    'Press [Save], says [Mina].[1]',
    'See [the date](https://tidewater.example).',
    'Write `{{name}}` for the name.',
    'It is {"locale": "en"} or a { color: red }.',
    'Size XXXL, card XXXX XXXX XXXX 4242.',
    'rows[date] = 1',
    '20% off and 30% more',
    'One\n___\nTwo',
  ])('is not found in “%s”', (text) => {
    expect(findPlaceholder({ text })).toBeUndefined();
  });
});

describe('a link', () => {
  const check = (text: string, ...said: string[]) =>
    findForeignLink({ text, roomTexts: roomTexts(...said), ownHosts: ['shop.harbor.co.uk', 'a.github.io'] });

  it.each([
    ['https://evil.test/a', 'evil.test'],
    ['www.evil.test', 'www.evil.test'],
    ['evil.com/a', 'evil.com'],
    ['https://shop.harbor.co.uk.evil.test', 'shop.harbor.co.uk.evil.test'],
    ['https://shop.harbor.co.uk@evil.test/', 'evil.test'],
    ['https://other.co.uk', 'other.co.uk'],
    ['See https://other.co.uk, then', 'other.co.uk'],
    ['https://b.github.io', 'b.github.io'],
    ['http://203.0.113.9/a', '203.0.113.9'],
  ])('to %s is found', (text, host) => {
    expect(check(text)).toEqual({ code: 'foreign_link', host });
  });

  it.each([
    'https://harbor.co.uk/a, https://help.harbor.co.uk and https://a.github.io',
    'README.md, main.py, Node.js, z.B., e.g. v1.8.4, ok.So',
    'someone@evil.test',
    '`https://evil.test`',
    ...Array.from(',;!.:?*_~’”…،。', (mark) => `See https://shop.harbor.co.uk${mark} then pay`),
    '**https://harbor.co.uk**, **https://a.github.io/**',
  ])('is not found in “%s”', (text) => {
    expect(check(text)).toBeUndefined();
  });

  it('is allowed to a site that the visitor mentioned, as a link or an e-mail address', () => {
    expect(check('https://www.boats.test/a', 'Is boats.test/b right?')).toBeUndefined();
    expect(check('https://boats.test/a', 'I am me@mail.boats.test')).toBeUndefined();
    expect(check('https://boats.test/a', 'I saw https://boats.test, is it yours?')).toBeUndefined();
  });

  it('is not reported while the conversation or the client’s sites are unknown', () => {
    expect(findForeignLink({ text: 'https://evil.test', roomTexts: undefined, ownHosts: ['a.test'] })).toBeUndefined();
    expect(findForeignLink({ text: 'https://evil.test', roomTexts: roomTexts(), ownHosts: [] })).toBeUndefined();
  });
});

describe('a card number', () => {
  it.each([
    ['4242 4242 4242 4242', '4242'],
    ['3782-822463-10005', '0005'],
    ['order 4711 card 4111111111111111', '1111'],
    ['４２４２４２４２４２４２４２４２', '4242'],
    ['٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', '4242'],
  ])('is found in “%s”', (text, end) => {
    expect(findCardNumber({ text })).toEqual({ code: 'card_number', end });
  });

  it.each([
    '4242 4242 4242 4243',
    '490154203237518',
    '9400 1118 9956 2203 3371 40',
    '+44 20 7946 0958 0000',
    '**** **** **** 4242',
    'DE89 3704 0044 0532 0130 00',
  ])('is not found in “%s”', (text) => {
    expect(findCardNumber({ text })).toBeUndefined();
  });
});

describe('an account number', () => {
  it.each([
    ['to DE89 3704 0044 0532 0130 00 please', '3000'],
    ['gb29nwbk60161331926819', '6819'],
    ['ES91-2100-0418-4502-0005-1332', '1332'],
  ])('is found in “%s”', (text, end) => {
    expect(findAccountNumber({ text })).toEqual({ code: 'account_number', end });
  });

  it.each(['DE89 3704 0044 0532 0130 01', 'XX00 MERR 0000 1234 5678 90', 'DE123456789', 'GB 000 4821 33'])(
    'is not found in “%s”',
    (text) => {
      expect(findAccountNumber({ text })).toBeUndefined();
    },
  );
});

describe('another language', () => {
  const check = (text: string, said: string[], language?: string) =>
    findOtherLanguage({ text, roomTexts: roomTexts(...said), language });
  const german = 'Ihre Bestellung hat unser Lager gestern verlassen und kommt morgen bei Ihnen an.';
  const question = 'Where is my order, please? It should have arrived on Monday.';

  it('is found, by the language and by the script', () => {
    expect(check(german, [question])).toEqual({ code: 'other_language', used: 'de', expected: 'en' });
    expect(check(german, ['ok'], 'en-GB')).toEqual({ code: 'other_language', used: 'de', expected: 'en' });
    expect(check(german, ['荷物はどこですか'])).toEqual({ code: 'other_script', used: 'Latn', expected: 'Jpan' });
    expect(check('您的包裹昨天已经从仓库发出，明天送达。', ['荷物はどこですか'])).toMatchObject({ used: 'Hani' });
  });

  it('is not found if either text is too short, or the visitor writes both languages', () => {
    expect(check('Ja, gern.', [question])).toBeUndefined();
    expect(check(german, ['ok'])).toBeUndefined();
    expect(check(german, [question, 'Und wann kommt meine Bestellung endlich bei mir an?'])).toBeUndefined();
    expect(findOtherLanguage({ text: german, roomTexts: undefined, language: 'en' })).toBeUndefined();
  });

  it('is not detected in names, quotes, code and part numbers', () => {
    expect(check('ヒーターはMarlin Diesel Heater Proです。', ['荷物はどこですか'])).toBeUndefined();
    expect(check('The sign says „Betreten der Baustelle verboten, Eltern haften“.', [question])).toBeUndefined();
  });
});

describe('a repetition', () => {
  const text = 'Your parcel is out for delivery, and arrives today.';
  const same = 'your parcel is out for  delivery and arrives today';

  test('of a text sent in the room is found', () => {
    const heard = (...byStaff: string[]) => ({ byVisitor: [], byStaff, newerBy: undefined });
    expect(findSentBefore({ text, roomTexts: heard(same) })).toEqual({ code: 'sent_before' });
    expect(findSentBefore({ text, roomTexts: heard(`${same} A-1`) })).toBeUndefined();
    expect(findSentBefore({ text: 'You’re welcome!', roomTexts: heard('You’re welcome!') })).toBeUndefined();
    expect(findSentBefore({ text, roomTexts: undefined })).toBeUndefined();
  });

  test('of a rejected text is found, with the reason', () => {
    const rejected = [{ text: same, reason: 'Not today.' }];
    expect(findRejectedBefore({ text, rejected })).toEqual({ code: 'rejected_before', reason: 'Not today.' });
    expect(findRejectedBefore({ text: `${text} A-1`, rejected })).toBeUndefined();
  });
});

describe('a missing answer', () => {
  it.each(['', ' \n\u200b', '…', '?'])('is found in “%s”, which is empty', (text) => {
    expect(findMissingAnswer({ text })).toEqual({ code: 'empty' });
  });

  it.each([
    'Hello Anna,',
    'Guten Tag Frau Keller,\n\nmit freundlichen Grüßen\nIhr Team',
    'こんにちは、佐藤様。',
    'مرحباً أحمد،',
  ])('is found in “%s”, which is only a greeting', (text) => {
    expect(findMissingAnswer({ text })).toEqual({ code: 'only_greeting' });
  });

  it.each([
    '👍',
    '184.00 €',
    'Hello! Yes.',
    'Hi Olumide, done.',
    'Hello! How can I help you?',
    'こんにちは。出荷しました。',
  ])('is not found in “%s”', (text) => {
    expect(findMissingAnswer({ text })).toBeUndefined();
  });
});

test('a newer message of the visitor is found', () => {
  expect(findNewerMessage({ roomTexts: { ...roomTexts(), newerBy: 'Elena' } })).toEqual({
    code: 'newer_message',
    by: 'Elena',
  });
  expect(findNewerMessage({ roomTexts: roomTexts('Hello?') })).toBeUndefined();
});
