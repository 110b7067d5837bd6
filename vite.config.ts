import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { compileTexts } from './scripts/compile-texts.ts';
import { postgresProject } from './test/postgres/project.ts';

const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:4300';

/** Lingui's macros, and what compiles the texts that they leave. */
const texts = {
  preset: { plugins: [['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message' }], compileTexts] },
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

export default defineConfig({
  base: './',
  plugins: [react(), lingui(), babel({ presets: [texts] }), tailwindcss(), rootedPage],
  build: {
    target: 'es2023',
    cssTarget: ['chrome125', 'safari18', 'firefox130'],
    modulePreload: { polyfill: false },
    sourcemap: false,
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // All that the first screen needs in one file: two dozen small ones are slower, and compress worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: { proxy: { '/rapi': service, '/session': service, '/config.json': service, '/healthz': service } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
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
          setupFiles: ['test/src/ui/platform.ts'],
        },
      },
      ...postgresProject(),
    ],
  },
});
