import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { dependencies, devDependencies, optionalDependencies } = read('package.json');
const page = readFileSync('docs/dependencies.md', 'utf8');

/** Licences that let one use, change and pass on; `uri-templates` names its own by an address: the public domain. */
const ALLOWED =
  /^\(?(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|MPL-2\.0|CC-BY-4\.0|Zlib)( (OR|AND) |\)?$)/;
const EXCEPTIONS = new Set(['uri-templates']);

test('every dependency is listed with its licence and what it is for, and none that is gone', () => {
  const rows = [...page.matchAll(/^\| `(.+?)` \| (.+?) \| \S.*? \|$/gm)].map(([, name, licence]) => [name, licence]);
  const names = Object.keys({ ...dependencies, ...devDependencies });
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(names.map((name) => [name, read(`node_modules/${name}/package.json`).license])),
  );
  for (const name of Object.keys(optionalDependencies)) expect(page).toContain(`\`${name}\``);
});

test('each is pinned to one version', () => {
  const versions = Object.values<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test('nothing that is installed, directly or not, is under a licence that asks for more', () => {
  const packages: [string, { license?: string; optional?: boolean }][] = Object.entries(
    read('package-lock.json').packages,
  );
  const others = packages
    .map(([place, { license }]) => ({ name: place.replace(/^.*node_modules\//, ''), license }))
    // Builds of Node for other platforms say nothing of their licence in the lockfile.
    .filter(({ name, license }) => name !== '' && license !== undefined && !EXCEPTIONS.has(name))
    .filter(({ license }) => !ALLOWED.test(license ?? ''));
  expect(others).toEqual([]);
});
