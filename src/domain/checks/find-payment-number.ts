import cards from 'card-validator';
import { countrySpecs, isValidIBAN } from 'ibantools';
import type { CheckInput, Finding } from './finding.ts';

/** Digits in groups, as numbers are written. Phone numbers begin with a plus. */
const RUN = /(?<![\p{Script=Latin}\p{N}+.,/-])\d(?:[ -]?\d)+(?![\p{Script=Latin}\p{N}])/gu;
const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** Maestro allows 12 digits and any prefix 6, which tracking numbers have too; real cards have at least 16. */
const MIN_MAESTRO_DIGITS = 16;

/** The number of a payment card: a known brand's prefix and length, and a right check digit (Luhn). */
export function findCardNumber({ text }: Pick<CheckInput, 'text'>): Finding | undefined {
  for (const [run] of plainDigits(text).matchAll(RUN)) {
    const digits = [run, ...run.split(/[ -]/)].map((part) => part.replace(/\D/g, '')).find(isCardNumber);
    if (digits !== undefined) return { code: 'card_number', end: digits.slice(-4) };
  }
  return undefined;
}

function isCardNumber(digits: string): boolean {
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return false;
  const { isValid, card } = cards.number(digits);
  return isValid && (card?.type !== 'maestro' || digits.length >= MIN_MAESTRO_DIGITS);
}

/** A country, two check digits, and what may be the account. */
const IBAN = /(?<![\p{Script=Latin}\p{N}])[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]){11,}/giu;

/** The number of a bank account: an IBAN with its country's length and right check digits. */
export function findAccountNumber({ text }: Pick<CheckInput, 'text'>): Finding | undefined {
  for (const [run] of plainDigits(text).matchAll(IBAN)) {
    const compact = run.replace(/[ -]/g, '').toUpperCase();
    // The pattern may also match words after the number.
    const iban = compact.slice(0, countrySpecs[compact.slice(0, 2)]?.chars ?? 0);
    if (isValidIBAN(iban)) return { code: 'account_number', end: iban.slice(-4) };
  }
  return undefined;
}

const DIGIT = /\p{Nd}/gu;
const DECIMAL = 10;

/** Converts digits of all scripts and full-width letters to ASCII, and all spaces and hyphens to plain ones. */
const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(DIGIT, (digit) => String(digitOf(digit)))
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/[^\S\n]/gu, ' ');

/** Unicode has each script's ten digits in a row, from zero. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < DECIMAL - 1 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}
