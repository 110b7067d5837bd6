import { globSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

interface Pattern {
  source: string;
  flags: string;
  place: string;
}

/** Long enough that quadratic time takes seconds, and linear time is negligible. */
const LENGTH = 20_000;
const [SHORT_MS, LONG_MS] = [1_000, 60_000];
/** A member of each character class, and characters in none. */
const ANY_CHARACTER = ['a', '0', ' ', '\n', '-', '~', 'é', '\u{1F600}'];
const [MOST_SIGNS, MOST_IN_PAIRS] = [14, 7];

/** Files that build patterns at runtime, which cannot be checked statically. */
const assembled: string[] = [];
/** Every regular expression literal in the product. */
const patterns = globSync('{contract,server,src}/**/*.{ts,tsx}').flatMap((file) => {
  const found: Pattern[] = [];
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), place: `${file}:${line}` });
    }
    const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isMade && node.expression.getText() === 'RegExp') assembled.push(file);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
});

/** Long texts that nearly match a pattern: its characters and pairs repeated, with a prefix and a mismatching end. */
function hostileTexts(source: string): string[] {
  const named = source.replace(/\\[bBdDsSwW]|\\[pP]\{.*?\}|\(\?<?\w*[:=!>]/g, '').replace(/[\\^$*+?(){}[\]|]/g, '');
  const signs = [...new Set([...ANY_CHARACTER, ...named, ...(source.match(/[\\(){}[\]|.*+?]/g) ?? [])])];
  const own = signs.toSorted((a, b) => Number(named.includes(b)) - Number(named.includes(a))).slice(0, MOST_SIGNS);
  const few = own.slice(0, MOST_IN_PAIRS);
  const pairs = few.flatMap((first) => few.filter((second) => second !== first).map((second) => first + second));
  return [...own, ...pairs].flatMap((sign) =>
    ['', ...few].map((start) => `${start}${sign.repeat(LENGTH / sign.length)}\u0001`),
  );
}

/** Whether a pattern handles all of them in time; a timeout interrupts the engine. */
function isQuick({ source, flags }: Omit<Pattern, 'place'>, timeout: number): boolean {
  const run = "for (const text of texts) { text.search(pattern); if (pattern.global) text.replace(pattern, ''); }";
  const context = { texts: hostileTexts(source), pattern: new RegExp(source, flags) };
  try {
    runInNewContext(run, context, { timeout });
    return true;
  } catch (error) {
    if (/timed out/.test(String(error))) return false;
    throw error;
  }
}

// The timeout is generous compared to a sound pattern, so that a busy machine causes no failure.
describe('this test', () => {
  test.each(['^"(?:[^"]|.)*"$', '\\s+$'])('finds that %s takes too long', (source) =>
    expect(isQuick({ source, flags: '' }, SHORT_MS)).toBe(false),
  );
});

test('no text makes a regular expression of the product slow', { timeout: 600_000 }, () => {
  expect(patterns.length).toBeGreaterThan(100);
  expect(assembled).toEqual([]);
  const slow = patterns.filter((pattern) => /[*+,]/.test(pattern.source) && !isQuick(pattern, LONG_MS));
  expect(slow.map(({ place, source }) => `${place} ${source}`)).toEqual([]);
});
