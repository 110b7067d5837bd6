import { spawnSync } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { isBuildFresh } from './build-stamp.ts';

// A second start mostly saves the compilation of the service's dependencies.
enableCompileCache('node_modules/.cache/compiled');

if (!isBuildFresh()) {
  process.stdout.write('Building the dashboard… ');
  const startedAt = Date.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { encoding: 'utf8' });
  if (status !== 0) {
    console.error(`failed\n${stdout}${stderr}`);
    process.exit(1);
  }
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}
await import('../server/main.ts');
