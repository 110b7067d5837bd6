import { globSync, readFileSync } from 'node:fs';
import { findPostgres } from './find-postgres.ts';

/** Matches tests that run on any engine. */
const STANDS_ON_DATABASE = /#test\/(service|database-place)\.ts/;

/** Runs the service tests again on PostgreSQL, if installed. */
export function postgresProject() {
  if (process.env.VITEST === undefined || !findPostgres()) return [];
  // The gateway and the session do not depend on the engine either.
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
