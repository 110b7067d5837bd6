import { randomInt } from 'node:crypto';

/** Omits letters and digits that are easily confused. */
export const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Returns eight random characters: the code of a room or client. */
export const randomCode = () =>
  Array.from({ length: 8 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
