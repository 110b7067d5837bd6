import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { type Check, checkOutcome } from './check.ts';

/** Maximum bytes of the first screen, gzipped. */
const BUDGET = { js: 160_000, css: 12_000 };
/** The start screen. Excludes what it loads lazily once it is interactive, such as the conversation. */
const FIRST_SCREEN = ['src/features/review/review-page.tsx'];

/** Packages that the first screen must not load, each with a string that identifies its code in a chunk. */
const NOT_AT_FIRST = { '@tanstack/table-core': '_lastSelectedRowId' };

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);
type Manifest = z.output<typeof manifest>;

/** Measures the first screen: the assets of its HTML page, the review queue, and all of their static imports. */
export const byteBudget: Check = {
  title: 'Bytes of the first screen',
  run: async () => {
    const chunks = manifest.parse(JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')));
    const gone = FIRST_SCREEN.filter((file) => !existsSync(file));
    if (gone.length > 0) return checkOutcome(false, `${gone.join(', ')}: not found; update FIRST_SCREEN.`);
    const page = readFileSync('dist/index.html', 'utf8');
    const named = Array.from(page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g), ([, file = '']) => file);
    if (!named.some((file) => file.endsWith('.js'))) return checkOutcome(false, 'dist/index.html names no script.');
    const needed = new Set<string>();
    for (const [name, { file }] of Object.entries(chunks)) {
      if (named.includes(file) || FIRST_SCREEN.includes(name)) collect(chunks, name, needed);
    }
    const files = new Set([
      ...named,
      ...[...needed].flatMap((name) => [chunks[name]?.file ?? name, ...(chunks[name]?.css ?? [])]),
    ]);
    const weights = [...files].map((file) => ({ file, bytes: gzipSync(readFileSync(`dist/${file}`)).length }));
    const texts = [...files].map((file) => ({ file, text: readFileSync(`dist/${file}`, 'utf8') }));
    const strays = Object.entries(NOT_AT_FIRST).flatMap(([name, mark]) =>
      texts.filter(({ text }) => text.includes(mark)).map(({ file }) => `${file} contains ${name}.`),
    );
    if (strays.length > 0) return checkOutcome(false, strays.join('\n'));
    const sum = (ending: string) =>
      weights.filter(({ file }) => file.endsWith(ending)).reduce((total, { bytes }) => total + bytes, 0);
    const [js, css] = [sum('.js'), sum('.css')];
    const lines = weights.toSorted((a, b) => b.bytes - a.bytes).map(({ file, bytes }) => `${kilobytes(bytes)} ${file}`);
    const head = `${kilobytes(js)} of ${kilobytes(BUDGET.js)} JavaScript, ${kilobytes(css)} of ${kilobytes(BUDGET.css)} CSS`;
    return { ...checkOutcome(js <= BUDGET.js && css <= BUDGET.css, [head, ...lines].join('\n')), note: head };
  },
};

function collect(chunks: Manifest, name: string, found: Set<string>) {
  if (found.has(name)) return;
  found.add(name);
  for (const inner of chunks[name]?.imports ?? []) collect(chunks, inner, found);
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
