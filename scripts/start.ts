import { spawnSync } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { isBuilt } from './built.ts';

// A second start mostly saves the compilation of the service's dependencies.
enableCompileCache('node_modules/.cache/compiled');

if (!isBuilt()) {
  process.stdout.write('Building the dashboard… ');
  const beganAt = Date.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { encoding: 'utf8' });
  if (status !== 0) {
    console.error(`failed\n${stdout}${stderr}`);
    process.exit(1);
  }
  console.log(`${((Date.now() - beganAt) / 1000).toFixed(1)} s`);
}
await import('../server/main.ts');
