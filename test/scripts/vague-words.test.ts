import { expect, test } from 'vitest';
import { findVagueWords } from '../../scripts/checks/vague-words.ts';

test.each([
  ['// Whoever signs in.', 1],
  ["throw new Error('Changed meanwhile, by somebody');", 2],
  ['const isNobody = createAnew();', 2],
  ["code: 'nobody_else'", 1],
  ['const isANewer = somebodies;', 0],
])('%s has %i', (line, count) => {
  expect(findVagueWords('src/a.ts', `\n${line}\n`)).toEqual(Array.from({ length: count }, () => `src/a.ts:2: ${line}`));
});
