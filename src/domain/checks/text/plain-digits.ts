const DIGIT = /\p{Nd}/gu;
const DECIMAL = 10;

/** Converts digits of all scripts and full-width letters to ASCII, and all spaces and hyphens to plain ones. */
export function plainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(DIGIT, (digit) => String(digitOf(digit)))
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/[^\S\n]/gu, ' ');
}

/** Unicode has each script's ten digits in a row, from zero. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < DECIMAL - 1 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}
