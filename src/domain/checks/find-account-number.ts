import { countrySpecs, isValidIBAN } from 'ibantools';
import type { CheckInput, Finding } from './finding.ts';
import { plainDigits } from './text/plain-digits.ts';

const CANDIDATE = /(?<![\p{Script=Latin}\p{N}])[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]){11,}/giu;

/** The number of a bank account: an IBAN with its country's length and right check digits. */
export function findAccountNumber({ text }: Pick<CheckInput, 'text'>): Finding | undefined {
  for (const [run] of plainDigits(text).matchAll(CANDIDATE)) {
    const compact = run.replace(/[ -]/g, '').toUpperCase();
    // The words after it may look like more of it.
    const iban = compact.slice(0, countrySpecs[compact.slice(0, 2)]?.chars ?? 0);
    if (isValidIBAN(iban)) return { code: 'account_number', end: iban.slice(-4) };
  }
  return undefined;
}
