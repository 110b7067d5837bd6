import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { compressFiles } from '../../../../scripts/compress-files.ts';

/** Builds a floor into a folder, with the dashboard's browser targets and compression. */
export async function buildFloor(name: 'react' | 'plain', folder: string): Promise<void> {
  const root = fileURLToPath(new URL(name, import.meta.url));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2023',
      modulePreload: { polyfill: false },
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: `${root}/rooted.html` },
    },
  });
  await compressFiles(folder);
}
