import { randomInt } from 'node:crypto';

/** Without the letters and digits that are taken for each other when read aloud. */
export const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Eight random characters: the code of a room or a client. */
export const newCode = () => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
