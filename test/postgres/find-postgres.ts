import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The folder with PostgreSQL's programs: on the `PATH`, or Debian's folder with the newest version. */
export function findPostgres(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}
