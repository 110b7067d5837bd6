import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { smallChunk, startChunk } from './scripts/chunks.ts';
import { compileMessages } from './scripts/compile-messages.ts';
import { postgresProject } from './test/postgres/project.ts';

const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:4300';

/** Lingui's macros, and what compiles the texts that they leave. */
const texts = {
  preset: { plugins: [['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message' }], compileMessages] },
  rolldown: linguiTransformerBabelPreset().rolldown,
};

/** `index.html` names its files by their place beside it; the service answers at any depth with this page instead. */
const rootedPage: Plugin = {
  name: 'rooted-page',
  enforce: 'post',
  apply: 'build',
  generateBundle(_, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') throw new Error('no index.html was built');
    this.emitFile({ type: 'asset', fileName: 'rooted.html', source: String(page.source).replaceAll('"./', '"/') });
  },
};

/**
 * What is loaded is about to run, and V8 compiles all of such a file while it arrives, beside what the page is at, not
 * function by function when a key needs it first. The comment that says so has to be the very first thing.
 */
const compiledOnArrival: Plugin = {
  name: 'compiled-on-arrival',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
};

/** What the worker keeps for when the host cannot be reached: the page, under an address of its own, and its parts. */
const worker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/app/offline',
  filename: 'service-worker.ts',
  manifest: false,
  injectRegister: false,
  integration: { configureCustomSWViteBuild: (build) => void Object.assign(build, { logLevel: 'warn' }) },
  injectManifest: {
    globPatterns: ['index.html', 'icon.svg', 'assets/*.{js,css}'],
    // Without a connection there is nothing to check, and languages take many bytes.
    globIgnores: ['assets/check-worker*'],
    rollupFormat: 'iife',
    manifestTransforms: [
      (files) => ({ manifest: files.map((file) => (file.url === 'index.html' ? { ...file, url: './?shell' } : file)) }),
    ],
  },
});

/** Chunks that keep their names in their files: the first ones, and those that end-to-end tests hold back. */
const NAMED: ReadonlySet<string> = new Set(['rolldown-runtime', 'first', 'start', 'after-start', 'deliver']);

/** Only tests need it, not builds. */
async function longFilesFirst() {
  if (process.env.VITEST === undefined) return undefined;
  return (await import('./test/long-files-first.ts')).LongFilesFirst;
}

export default defineConfig({
  base: './',
  plugins: [lingui(), babel({ presets: [texts] }), tailwindcss(), rootedPage, compiledOnArrival, worker],
  build: {
    target: 'es2023',
    cssTarget: ['chrome125', 'safari18', 'firefox130'],
    modulePreload: { polyfill: false },
    sourcemap: false,
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // All that the first screen needs in one file, and before it what asks for its data: two dozen small ones are
    // slower, and compress worse.
    rolldownOptions: {
      // Libraries mark modules for React on servers, which this is not.
      checks: { moduleLevelDirective: false },
      output: {
        // The first screen names every chunk, and names compress badly; this is the shortest hash allowed.
        chunkFileNames: ({ name }) => `assets/${NAMED.has(name) ? '[name]-' : ''}[hash:7].js`,
        codeSplitting: {
          groups: [
            { name: startChunk(), debugName: 'start' },
            { name: 'first', tags: ['$initial'] },
            { name: smallChunk(), debugName: 'small', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/rapi': service, '/session': service, '/config.json': service, '/healthz': service } },
  test: {
    // They end a test that hangs, and nothing else: one that passes comes nowhere near them, however busy the machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: await longFilesFirst() },
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          // The service keeps nothing in modules: a process per file would only load them again.
          isolate: false,
          setupFiles: ['test/restore-globals.ts'],
          include: ['test/{contract,server,scripts,tolerance}/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['test/src/**/*.test.{ts,tsx}', 'test/tolerance/**/*.test.tsx'],
          environment: 'jsdom',
          // Each file has its own window and modules, but not its own process, which would load jsdom and compile again.
          pool: 'vmForks',
          vmMemoryLimit: '1GB',
          setupFiles: ['test/src/complaints.ts', 'test/src/testing-library.ts', 'test/src/ui/platform.ts'],
        },
      },
      ...postgresProject(),
    ],
  },
});
