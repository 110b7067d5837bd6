import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

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

type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** WCAG's contrast ratio of two opaque colours, 1 to 21. */
function contrast(one: Oklch, other: Oklch): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance via linear sRGB; matrices from CSS Color 4, "OKLCH to sRGB". */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return 0.2126 * within(red) + 0.7152 * within(green) + 0.0722 * within(blue);
}

function within(channel: number): number {
  return Math.min(1, Math.max(0, channel));
}
