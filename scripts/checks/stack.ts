import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { z } from 'zod';
import { type Check, checkOutcome } from './check.ts';

/** The packages that the dashboard is built on, each with a file that runs its code. */
const STACK = {
  react: 'src/main.tsx',
  'react-dom': 'src/main.tsx',
  vite: 'scripts/build.ts',
  '@tanstack/react-query': 'src/api/query-client.ts',
  '@tanstack/react-table': 'src/list/table/use-record-table.ts',
  'react-router': 'src/lib/router.ts',
  'react-hook-form': 'src/form/use-record-form.ts',
  '@hookform/resolvers': 'src/form/use-record-form.ts',
  zod: 'contract/input.ts',
  tailwindcss: 'src/styles.css',
  vitest: 'vite.config.ts',
  '@testing-library/react': 'test/src/render-page.tsx',
} as const;

/** Versions by package name. */
const versions = z.record(z.string(), z.string()).default({});
const manifest = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
  overrides: z.unknown().optional(),
});
const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      name: z.string().optional(),
      link: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
});
const installed = z.object({ name: z.string(), version: z.string() });

/** The project on disk, or one with planted faults. */
export interface Project {
  /** The text of a file; undefined if there is none. */
  read: (path: string) => string | undefined;
  /** Paths of all installed packages, such as `node_modules/react`. */
  packages: readonly string[];
  /** Whether a package is a symbolic link. */
  isLink: (path: string) => boolean;
}

export const projectOnDisk: Project = {
  read: (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  },
  packages: installedPackages('node_modules'),
  isLink: (path) => lstatSync(path).isSymbolicLink(),
};

/** Checks that the dashboard runs on the packages it names: the originals, installed as locked, and in use. */
export const stack: Check = {
  title: 'Stack',
  run: async () => {
    const faults = findStackFaults(projectOnDisk);
    return checkOutcome(faults.length === 0, faults.join('\n'));
  },
};

/** A line for each fault of the declared, the locked or the installed packages. */
export function findStackFaults(project: Project): string[] {
  const { dependencies, devDependencies, optionalDependencies, overrides } = manifest.parse(
    JSON.parse(project.read('package.json') ?? '{}'),
  );
  const declared = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const { packages: locked } = lock.parse(JSON.parse(project.read('package-lock.json') ?? '{}'));
  const redirected = Object.entries(declared).filter(([, version]) => /[:/]/.test(version));
  const aliasing = ['vite.config.ts', 'tsconfig.json'].filter((file) => /alias|paths/.test(project.read(file) ?? ''));
  const reacts = Object.keys(locked).filter((path) => /\/node_modules\/(react|react-dom)$|\/preact$/.test(path));
  return [
    ...Object.entries(STACK).flatMap(([name, file]) => {
      const isLocked = declared[name] !== undefined && locked[`node_modules/${name}`]?.version === declared[name];
      return [
        ...(isLocked ? [] : [`${name} is not locked at the version of package.json`]),
        ...(runsCodeOf(name, file, project.read(file) ?? '') ? [] : [`${file} runs no code of ${name}`]),
      ];
    }),
    ...redirected.map(([name, version]) => `${name} comes from ${version}`),
    ...(overrides === undefined ? [] : ['package.json overrides versions']),
    ...aliasing.map((file) => `${file} may replace packages`),
    ...reacts.map((path) => `${path} is another React`),
    ...installationFaults(project, locked),
  ];
}

/** Compares the installed packages with the lockfile, as `npm ls` does, by their own descriptions. */
function installationFaults({ packages, read, isLink }: Project, locked: z.infer<typeof lock>['packages']): string[] {
  const present = new Set(packages);
  const missing = Object.entries(locked).filter(([path, { optional }]) => path && !optional && !present.has(path));
  return [
    ...Object.entries(locked).flatMap(([path, { name, link }]) =>
      link || (path && name && !path.endsWith(`node_modules/${name}`)) ? [`${path} is locked as another package`] : [],
    ),
    ...missing.map(([path]) => `${path} is not installed`),
    ...packages.flatMap((path) => {
      const { name, version } = installed.parse(JSON.parse(read(`${path}/package.json`) ?? '{}'));
      if (isLink(path)) return [`${path} is a link`];
      if (locked[path]?.version !== version) return [`${path} is installed as ${version}, unlike the lockfile`];
      return path.endsWith(`node_modules/${name}`) ? [] : [`${path} is installed as ${name}`];
    }),
  ];
}

/** Whether a module or style sheet imports more than types of a package. */
function runsCodeOf(name: string, file: string, code: string): boolean {
  if (file.endsWith('.css'))
    return new RegExp(`^@import ["']${name}["'/]`, 'm').test(code.replace(/\/\*[\s\S]*?\*\//g, ''));
  return ts.createSourceFile(file, code, ts.ScriptTarget.Latest).statements.some((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return false;
    const { text } = statement.moduleSpecifier;
    return (text === name || text.startsWith(`${name}/`)) && importsValues(statement.importClause);
  });
}

function importsValues(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return true;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return false;
  const { name, namedBindings } = clause;
  if (name || !namedBindings || ts.isNamespaceImport(namedBindings)) return true;
  return namedBindings.elements.some(({ isTypeOnly }) => !isTypeOnly);
}

function installedPackages(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (name.startsWith('.')) return [];
    if (name.startsWith('@')) return installedPackages(path);
    const isNested = readdirSync(path).includes('node_modules');
    return [path, ...(isNested ? installedPackages(`${path}/node_modules`) : [])];
  });
}
