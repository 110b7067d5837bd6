import { globSync, readFileSync } from 'node:fs';
import { findPostgres } from './find-postgres.ts';

/** Tests that stand on whichever engine they are given. */
const STANDS_ON_DATABASE = /#test\/(service|database-place)\.ts/;

/** The tests of the service once more, on PostgreSQL, where there is one; else nothing. */
export function postgresProject() {
  if (process.env.VITEST === undefined || !findPostgres()) return [];
  // Nor do the gateway and the session know of an engine.
  const files = globSync('test/server/**/*.test.ts', { exclude: ['**/sqlite-*', '**/gateway*', '**/session*'] });
  return [
    {
      extends: true as const,
      test: {
        name: 'postgres',
        include: [
          ...files.filter((file) => STANDS_ON_DATABASE.test(readFileSync(file, 'utf8'))),
          'test/postgres/**/*.test.ts',
        ],
        environment: 'node' as const,
        globalSetup: 'test/postgres/setup.ts',
      },
    },
  ];
}
