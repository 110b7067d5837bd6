import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** True as root on Debian. */
export const canInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs Debian packages, announced by `title`. False if that failed. */
export function installPackages(title: string, ...packages: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  process.stdout.write(`installing ${title} … `);
  apt('update');
  return apt('install', '-y', '--no-install-recommends', ...packages).status === 0;
}
