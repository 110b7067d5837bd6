import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast } from './contrast.ts';

const css = readFileSync('src/ui/styles/tokens.css', 'utf8');
const number = '([\\d.]+)';
const oklch = `oklch\\(${number} ${number} ${number}\\)`;

function colour(name: string, theme: 'light' | 'dark'): readonly [number, number, number] {
  const both = new RegExp(`--color-${name}: light-dark\\(${oklch}, ${oklch}\\)`).exec(css);
  const one = new RegExp(`--color-${name}: ${oklch}`).exec(css);
  const [l, c, h] = both ? both.slice(theme === 'light' ? 1 : 4).map(Number) : (one?.slice(1).map(Number) ?? []);
  if (l === undefined || c === undefined || h === undefined) throw new Error(`No colour ${name}`);
  return [l, c, h];
}

const words = ['ink', 'muted', 'faint', 'link', 'good', 'bad', 'busy', 'warn'];
const grounds = ['surface', 'canvas', 'raised', 'hover', 'selected'];
const connections = ['blue', 'green', 'amber', 'red', 'violet', 'grey'].map((colour) => `connection-${colour}`);
const readable = [
  ...words.flatMap((word) => grounds.map((ground) => [word, ground] as const)),
  ...['good', 'bad', 'busy', 'warn'].flatMap((tone) => [
    [tone, `${tone}-soft`] as const,
    ['ink', `${tone}-soft`] as const,
    ['muted', `${tone}-soft`] as const,
  ]),
  ...['accent', 'accent-hover', 'bad-solid', 'bad-solid-hover'].map((ground) => ['on-accent', ground] as const),
  ...connections.map((ground) => ['on-accent', ground] as const),
  ['ink', 'pressed'] as const,
  ['muted', 'pressed'] as const,
];
const visible = ['surface', 'canvas', 'raised'].flatMap((ground) =>
  ['edge', 'accent', 'ring', ...connections].map((mark) => [mark, ground] as const),
);

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  test.each(readable)('%s is readable on %s (WCAG 1.4.3)', (word, ground) => {
    expect(contrast(colour(word, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(visible)('%s is visible on %s (WCAG 1.4.11)', (mark, ground) => {
    expect(contrast(colour(mark, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

test('black on white has the contrast that WCAG states', () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 2);
});
