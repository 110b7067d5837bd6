import { randomInt } from 'node:crypto';

/** Omits letters and digits that are easily confused. */
export const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Returns eight random characters: the code of a room or client. */
export const newCode = () => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
