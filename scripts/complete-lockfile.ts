import { writeFileSync } from 'node:fs';
import { findMissingBuilds, readLock } from './checks/lockfile.ts';

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const { packages, ...head } = readLock();
const missing = findMissingBuilds({ packages });
for (const { path, name, version, isDev } of missing) {
  const parts = name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => parts.includes(system));
  const cpu = PROCESSORS.filter((processor) => parts.includes(processor));
  // Without integrity hash, which only a registry with the build knows. The platforms in use do not download it.
  const entry = {
    version,
    cpu,
    ...(isDev && { dev: true }),
    ...(os.includes('linux') && { libc: [parts.some((part) => part.startsWith('musl')) ? 'musl' : 'glibc'] }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
  packages[path] = entry;
}
const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync('package-lock.json', `${JSON.stringify({ ...head, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(`${missing.length} builds for other platforms added.`);
