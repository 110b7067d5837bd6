import { expect, test } from 'vitest';
import { findStackFaults, projectOnDisk } from '../../scripts/checks/stack.ts';

const { read, packages, isLink } = projectOnDisk;

/** The project with one file edited. */
const edited = (path: string, edit: (text: string) => string) => ({
  ...projectOnDisk,
  read: (file: string) => (file === path ? edit(read(file) ?? '') : read(file)),
});

/** The project with a JSON file that gets some members, at its top or below `within`. */
const extended = (path: string, members: object, within?: string) =>
  edited(path, (text) => {
    const document = JSON.parse(text);
    Object.assign(within === undefined ? document : document[within], members);
    return JSON.stringify(document);
  });

const ROUTER = 'src/lib/router.ts';

test('the project has no fault', () => {
  expect(packages.length).toBeGreaterThan(500);
  expect(findStackFaults(projectOnDisk)).toEqual([]);
});

test.each([
  ['an import of types', "import type { RouteObject } from 'react-router';"],
  ['named types', "import { type RouteObject, type To } from 'react-router';"],
  ['a comment', "// import { createBrowserRouter } from 'react-router';"],
  ['a text', 'const text = "import { createBrowserRouter } from \'react-router\'";'],
  ['a package with a longer name', "import { createBrowserRouter } from 'react-router-dom';"],
])('%s is no use of a package', (_, code) => {
  expect(findStackFaults(edited(ROUTER, () => code))).toEqual([`${ROUTER} runs no code of react-router`]);
});

test.each([
  "import { createBrowserRouter, type To } from 'react-router';",
  "import * as router from 'react-router/dom';",
  "import 'react-router';",
])('%s is a use of a package', (code) => {
  expect(findStackFaults(edited(ROUTER, () => code))).toEqual([]);
});

test('a commented import of a style sheet is no use of a package', () => {
  const project = edited('src/styles.css', () => '/*\n@import "tailwindcss";\n*/');
  expect(findStackFaults(project)).toEqual(['src/styles.css runs no code of tailwindcss']);
});

test.each([
  [{ dependencies: { react: 'npm:preact@10.0.0' } }, 'react comes from npm:preact@10.0.0'],
  [{ devDependencies: { vite: 'file:../vite' } }, 'vite comes from file:../vite'],
  [{ optionalDependencies: { react: 'file:../react' } }, 'react comes from file:../react'],
  [{ overrides: { react: '18.0.0' } }, 'package.json overrides versions'],
])('package.json with %j is found', (members, fault) => {
  expect(findStackFaults(extended('package.json', members))).toContain(fault);
});

test.each([
  [{ 'node_modules/a/node_modules/react': {} }, 'node_modules/a/node_modules/react is another React'],
  [{ 'node_modules/preact': { optional: true } }, 'node_modules/preact is another React'],
  [{ 'node_modules/a': { name: 'b', optional: true } }, 'node_modules/a is locked as another package'],
  [{ 'node_modules/a': { link: true, optional: true } }, 'node_modules/a is locked as another package'],
  [{ 'node_modules/a': { version: '1.0.0' } }, 'node_modules/a is not installed'],
  [{ 'node_modules/react': { version: '18.0.0' } }, 'react is not locked at the version of package.json'],
])('a lockfile with %j is found', (members, fault) => {
  expect(findStackFaults(extended('package-lock.json', members, 'packages'))).toContain(fault);
});

test.each([
  ['vite.config.ts', "export default { resolve: { alias: { react: 'preact' } } };"],
  ['tsconfig.json', '{ "compilerOptions": { "paths": {} } }'],
])('a replacement in %s is found', (file, text) => {
  expect(findStackFaults(edited(file, () => text))).toContain(`${file} may replace packages`);
});

test('an installed package that is not the locked one is found', () => {
  const path = 'node_modules/react/package.json';
  const { version } = JSON.parse(read(path) ?? '');
  expect(findStackFaults(extended(path, { version: '18.0.0' }))).toEqual([
    'node_modules/react is installed as 18.0.0, unlike the lockfile',
  ]);
  expect(findStackFaults(extended(path, { name: 'preact', version }))).toEqual([
    'node_modules/react is installed as preact',
  ]);
  const linked = { ...projectOnDisk, isLink: (place: string) => place === 'node_modules/react' || isLink(place) };
  expect(findStackFaults(linked)).toEqual(['node_modules/react is a link']);
});
