import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { sharedChunk, startChunk } from './scripts/chunks.ts';
import { compileMessages } from './scripts/compile-messages.ts';
import { postgresProject } from './test/postgres/project.ts';

const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:4300';

/** Lingui's macros, and the plugin that compiles the messages they produce. */
const texts = {
  preset: { plugins: [['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message' }], compileMessages] },
  rolldown: linguiTransformerBabelPreset().rolldown,
};

/** A copy of `index.html` with absolute URLs of its files, which the service sends for page URLs of any depth. */
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

/** Chunks that the page waits for. */
const FIRST: ReadonlySet<string> = new Set(['rolldown-runtime', 'first', 'start']);

/**
 * Explicit compile hints for V8: it compiles the whole chunk in the background while it downloads, instead of each
 * function on its first call. Not in later chunks, whose functions are mostly never called and would fill the heap. The
 * hint must be the very first thing in the file.
 */
const compiledOnArrival: Plugin = {
  name: 'compiled-on-arrival',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && FIRST.has(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      }
    },
  },
};

/**
 * The first chunk in ASCII: for one character outside Latin-1, Chromium would keep all of its source in two bytes each.
 */
const asciiFirst: Plugin = {
  name: 'ascii-first',
  apply: 'build',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || file.name !== 'first') continue;
      file.code = file.code.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
    }
  },
};

/** Service worker that precaches the page, under its own URL, and its chunks, for when the host is unreachable. */
const worker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'src/app/offline',
  filename: 'service-worker.ts',
  manifest: false,
  injectRegister: false,
  integration: { configureCustomSWViteBuild: (build) => void Object.assign(build, { logLevel: 'warn' }) },
  injectManifest: {
    globPatterns: ['index.html', 'icon.svg', 'assets/*.{js,css}'],
    // The check worker contains large language data, and there is nothing to check offline.
    globIgnores: ['assets/check-worker*'],
    rollupFormat: 'iife',
    manifestTransforms: [
      (files) => ({ manifest: files.map((file) => (file.url === 'index.html' ? { ...file, url: './?shell' } : file)) }),
    ],
  },
});

/** Chunks whose file names contain their name: the first ones, and those that end-to-end tests delay or block. */
const NAMED: ReadonlySet<string> = new Set([...FIRST, 'after-start', 'deliver']);

/** Imported lazily, because only tests need it, not builds. */
async function longFilesFirst() {
  if (process.env.VITEST === undefined) return undefined;
  return (await import('./test/long-files-first.ts')).LongFilesFirst;
}

export default defineConfig({
  base: './',
  plugins: [
    lingui(),
    babel({ presets: [texts] }),
    react(),
    tailwindcss(),
    rootedPage,
    asciiFirst,
    compiledOnArrival,
    worker,
  ],
  build: {
    target: 'es2023',
    cssTarget: ['chrome125', 'safari18', 'firefox130'],
    modulePreload: { polyfill: false },
    sourcemap: false,
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // One chunk with everything that the first screen needs, preceded by one that requests its data, and one with what
    // comes right after it: dozens of small chunks would be slower and compress worse.
    rolldownOptions: {
      // Libraries contain `"use client"` directives, which only matter to React Server Components.
      checks: { moduleLevelDirective: false },
      output: {
        // The first screen lists every chunk name, and hashes compress badly: this is the shortest length allowed.
        chunkFileNames: ({ name }) => `assets/${NAMED.has(name) ? '[name]-' : ''}[hash:7].js`,
        codeSplitting: {
          groups: [
            { name: startChunk(), debugName: 'start' },
            { name: 'first', tags: ['$initial'] },
            { name: sharedChunk(), debugName: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/rapi': service, '/session': service, '/config.json': service, '/healthz': service } },
  test: {
    // These timeouts only end a test that hangs: a passing one stays far below them, even on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: await longFilesFirst() },
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          // The service has no module state: isolation would only reload its modules for each file.
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
          // Each file gets its own window and modules, but not its own process, which would load jsdom again.
          pool: 'vmForks',
          vmMemoryLimit: '1GB',
          // Their hooks run in reverse order, so that console output during a reset counts as well.
          setupFiles: [
            'test/src/fail-on-console.ts',
            'test/src/testing-library.ts',
            'test/src/ui/platform.ts',
            'test/src/reset-page.ts',
          ],
        },
      },
      ...postgresProject(),
    ],
  },
});
