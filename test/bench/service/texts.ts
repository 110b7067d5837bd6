import { type RawBuilder, sql } from 'kysely';
import { MARKED_ROWS } from './size.ts';

type Sql = RawBuilder<unknown>;

/** Search terms by where and how often they occur. */
export const SEARCHED = {
  /** In a fixed number of drafts, and of room names. */
  rare: 'zeppelin',
  rareName: 'seaplane',
  /** In every 200th draft. */
  seldom: 'gangway',
  /** In every tenth draft, and every tenth room name. */
  common: 'voucher',
  commonName: 'harbour',
  /** In every eighth draft, and in a fixed number of drafts. */
  twoCommon: '港町',
  twoRare: 'qz',
} as const;

const OPENINGS = [
  'Thank you for writing to us.',
  'Good morning, and sorry for the wait.',
  'I have just looked into this for you.',
  'Thanks for your patience.',
  'ご連絡ありがとうございます。',
];
const SUBJECTS = ['parcel', 'refund', 'invoice', 'booking', 'battery', 'delivery', 'password'];
const STATES = [
  'left our warehouse this morning',
  'is being checked by a colleague',
  'will reach you within two days',
  'has been sent to the address on file',
  'needs your signature before we can go on',
  'was returned by the courier',
  '港町の倉庫に届いています',
  'is with the carrier',
];
const NAMES = ['Ines Calder', 'Kaito Mori', 'Lena Brandt', 'Omar Haddad', '佐藤 美咲', 'Noor Quinn', 'Ewan Silva'];

/** A pseudo-random integer from 0 up to, but not including, `most`, seemingly unrelated to the row number. */
export const spread = (most: number, salt: number): Sql =>
  sql`(i * 48271 % 2147483647 * ${sql.lit(salt * 7919 + 31)} % 2147483647 / 64 % ${sql.lit(most)})`;

const pick = (texts: readonly string[], salt: number) => {
  const cases = texts.map((text, index) => sql`when ${sql.lit(index)} then ${sql.lit(text)}`);
  return sql`case ${spread(texts.length, salt)} ${sql.join(cases, sql` `)} end`;
};

/** The text in one of `every` rows. */
const mark = (text: string, every: number) =>
  sql`case when i % ${sql.lit(every)} = ${sql.lit(every >> 1)} then ${sql.lit(` ${text}`)} else '' end`;

/** A plausible staff reply to a visitor. */
export const replyText = (): Sql =>
  sql`(${pick(OPENINGS, 11)} || ' Your ' || ${pick(SUBJECTS, 12)} || ' ' || ${spread(90_000, 13)} || ' ' || ${pick(STATES, 14)} || '.')`;

/** A reply with the search terms at their frequencies. */
export function draftText(drafts: number): Sql {
  const marks = [
    mark(SEARCHED.rare, Math.floor(drafts / MARKED_ROWS)),
    mark(SEARCHED.twoRare, Math.floor(drafts / MARKED_ROWS) - 1),
    mark(SEARCHED.seldom, 200),
    mark(SEARCHED.common, 10),
  ];
  return sql`(${sql.join([replyText(), ...marks], sql` || `)})`;
}

/** A room name: the visitor and the topic. */
export function roomText(rooms: number): Sql {
  const marks = [mark(SEARCHED.rareName, Math.floor(rooms / MARKED_ROWS)), mark(SEARCHED.commonName, 10)];
  return sql`(${sql.join([pick(NAMES, 15), sql`', '`, pick(SUBJECTS, 16), ...marks], sql` || `)} || ' ' || i)`;
}
