import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres } from '#test/postgres/find-postgres.ts';
import { canInstallPackages, installPackages } from './install-packages.ts';

const SETTINGS = '/etc/postgresql-common/createcluster.d';

/** True if PostgreSQL is available for the tests: already on this machine, or (as root on Debian) installed here. */
export function ensurePostgres(): boolean {
  return findPostgres() !== undefined || (install() && findPostgres() !== undefined);
}

function install() {
  if (!canInstallPackages()) return false;
  // Keeps the package from creating and starting a default cluster.
  const setting = join(SETTINGS, 'countersign-tests.conf');
  mkdirSync(SETTINGS, { recursive: true });
  writeFileSync(setting, 'create_main_cluster = false\n');
  try {
    return installPackages('PostgreSQL', 'postgresql');
  } finally {
    rmSync(setting);
  }
}
