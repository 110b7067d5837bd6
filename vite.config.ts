import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { postgresProject } from './test/postgres/project.ts';

const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:4300';

export default defineConfig({
  plugins: [react(), lingui(), babel({ presets: [linguiTransformerBabelPreset()] }), tailwindcss()],
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
  server: { proxy: { '/rapi': service, '/healthz': service } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/{contract,server,scripts}/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['test/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['test/src/ui/platform.ts'],
        },
      },
      ...postgresProject(),
    ],
  },
});
