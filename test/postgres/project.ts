import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPostgres } from './find-postgres.ts';

/** Matches imports of fixtures that run on any engine. */
const STANDS_ON_DATABASE = /#test\/(service|database-place)\.ts/;

/**
 * Tests that run on SQLite only, because they do not depend on the engine. The gateway and session cookies have no
 * tables; the others end before a query, or check only headers.
 */
const SAME_ON_BOTH = [
  '**/sqlite-*',
  '**/gateway*',
  '**/session*',
  // Sizes, speeds and addresses of connections.
  '**/transport*',
  '**/forwarded-addresses*',
  // Media types, methods and paths.
  '**/negotiation*',
  // Headers, whatever the status.
  '**/security-headers*',
  // Encoding of bodies, whatever they contain.
  '**/compressed-responses*',
];

/** True if a test file uses such a fixture, by itself or through a file beside it. */
function standsOnDatabase(file: string): boolean {
  const code = readFileSync(file, 'utf8');
  const beside = Array.from(code.matchAll(/from '(\.\/[^']+)'/g), ([, path = '']) => join(dirname(file), path));
  return [code, ...beside.map((path) => readFileSync(path, 'utf8'))].some((text) => STANDS_ON_DATABASE.test(text));
}

/** Runs the service tests again on PostgreSQL, if installed. */
export function postgresProject() {
  if (process.env.VITEST === undefined || !findPostgres()) return [];
  const files = globSync('test/server/**/*.test.ts', { exclude: SAME_ON_BOTH });
  return [
    {
      extends: true as const,
      test: {
        name: 'postgres',
        include: [...files.filter(standsOnDatabase), 'test/postgres/**/*.test.ts'],
        environment: 'node' as const,
        // As in the project `service`.
        isolate: false,
        setupFiles: ['test/restore-globals.ts'],
        globalSetup: 'test/postgres/setup.ts',
      },
    },
  ];
}
