import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The dashboard's packages, and a file that depends on each. */
const STACK = {
  react: 'src/main.tsx',
  'react-dom': 'src/main.tsx',
  vite: 'scripts/build.ts',
  '@tanstack/react-query': 'src/main.tsx',
  '@tanstack/react-table': 'src/list/**/*.{ts,tsx}',
  'react-router': 'src/main.tsx',
  'react-hook-form': 'src/form/**/*.{ts,tsx}',
  zod: 'contract/*.ts',
  tailwindcss: 'src/styles.css',
  vitest: 'vite.config.ts',
  '@testing-library/react': 'test/src/render-page.tsx',
} as const;

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { dependencies, devDependencies, overrides } = read('package.json');
const all: Record<string, string> = { ...dependencies, ...devDependencies };
const locked: Record<string, { version?: string; link?: boolean; name?: string }> = read('package-lock.json').packages;

test.each(Object.entries(STACK))('%s is the original package, and in use', (name, place) => {
  expect(all[name]).toMatch(/^\d+\.\d+\.\d+$/);
  expect(locked[`node_modules/${name}`]).toMatchObject({ version: all[name] });
  expect(locked[`node_modules/${name}`]?.link).toBeUndefined();
  expect(read(`node_modules/${name}/package.json`)).toMatchObject({ name, version: all[name] });
  const imports = new RegExp(`(from|@import) ['"]${name}(/[^'"]+)?['"]`);
  expect(globSync(place).filter((file) => imports.test(readFileSync(file, 'utf8')))).not.toEqual([]);
});

test('no package is aliased, and none comes from a folder', () => {
  expect(Object.entries(all).filter(([, version]) => /[:/]/.test(version))).toEqual([]);
  expect(overrides).toBeUndefined();
  const others = Object.entries(locked).filter(
    ([place, { link, name }]) => link || (name && place && !place.endsWith(`node_modules/${name}`)),
  );
  expect(others).toEqual([]);
  for (const file of ['vite.config.ts', 'tsconfig.json']) expect(readFileSync(file, 'utf8')).not.toMatch(/alias|paths/);
});

test('one React is installed', () => {
  const copies = Object.keys(locked).filter((place) => /(^|\/)node_modules\/(react|react-dom|preact)$/.test(place));
  expect(copies.toSorted()).toEqual(['node_modules/react', 'node_modules/react-dom']);
});
