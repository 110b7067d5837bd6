import { globSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

interface Pattern {
  source: string;
  flags: string;
  place: string;
}

/** So long that what takes its square takes seconds, and what takes its length takes nothing. */
const LENGTH = 20_000;
const [SHORT_MS, LONG_MS] = [1_000, 5_000];
/** What the classes of patterns stand for, and what is in none of them. */
const ANYBODY = ['a', '0', ' ', '\n', '-', '~', 'é', '\u{1F600}'];
const [MOST_SIGNS, MOST_IN_PAIRS] = [14, 7];

/** Files with patterns that are put together from parts, which nobody can see from outside. */
const assembled: string[] = [];
/** Every pattern that is written down in the product. */
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

/** Long texts of what a pattern speaks of, which nearly match it: repeated signs and pairs, after one and before another. */
function hostileTexts(source: string): string[] {
  const named = source.replace(/\\[bBdDsSwW]|\\[pP]\{.*?\}|\(\?<?\w*[:=!>]/g, '').replace(/[\\^$*+?(){}[\]|]/g, '');
  const signs = [...new Set([...ANYBODY, ...named, ...(source.match(/[\\(){}[\]|.*+?]/g) ?? [])])];
  const own = signs.toSorted((a, b) => Number(named.includes(b)) - Number(named.includes(a))).slice(0, MOST_SIGNS);
  const few = own.slice(0, MOST_IN_PAIRS);
  const pairs = few.flatMap((first) => few.filter((second) => second !== first).map((second) => first + second));
  return [...own, ...pairs].flatMap((sign) =>
    ['', ...few].map((start) => `${start}${sign.repeat(LENGTH / sign.length)}\u0001`),
  );
}

/** Whether a pattern is done with all of them in time. The engine is stopped where it is not. */
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

// The wait is long beside what a sound pattern needs, so that a busy machine is no fault.
describe('this test', () => {
  test.each(['^"(?:[^"]|.)*"$', '\\s+$'])('finds that %s takes too long', (source) =>
    expect(isQuick({ source, flags: '' }, SHORT_MS)).toBe(false),
  );
});

test('no text keeps any pattern of the product busy', { timeout: 120_000 }, () => {
  expect(patterns.length).toBeGreaterThan(100);
  expect(assembled).toEqual([]);
  const slow = patterns.filter((pattern) => /[*+,]/.test(pattern.source) && !isQuick(pattern, LONG_MS));
  expect(slow.map(({ place, source }) => `${place} ${source}`)).toEqual([]);
});
