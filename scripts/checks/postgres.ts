import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres } from '#test/postgres/find-postgres.ts';

const SETTINGS = '/etc/postgresql-common/createcluster.d';

/** True if PostgreSQL is available for the tests: already on this machine, or (as root on Debian) installed here. */
export function ensurePostgres(): boolean {
  return findPostgres() !== undefined || (install() && findPostgres() !== undefined);
}

function install() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'ignore' });
  process.stdout.write('installing PostgreSQL … ');
  // Keeps the package from creating and starting a default cluster.
  const setting = join(SETTINGS, 'countersign-tests.conf');
  mkdirSync(SETTINGS, { recursive: true });
  writeFileSync(setting, 'create_main_cluster = false\n');
  try {
    apt('update');
    return apt('install', '-y', '--no-install-recommends', 'postgresql').status === 0;
  } finally {
    rmSync(setting);
  }
}
