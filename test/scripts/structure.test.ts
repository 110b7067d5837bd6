import { expect, test } from 'vitest';
import { measureStructure } from '../../scripts/checks/structure.ts';

const IMPORTER = `
import { used } from './used.ts';
import { request } from '#src/api/request.ts';
import { probe } from '#src/api/tenant/probe.ts';
export const lazy = () => import('./lazy.ts');
`;

test('counts files, folders and importers', () => {
  const figures = measureStructure(
    new Map([
      ['src/features/a/page.tsx', IMPORTER],
      ['src/features/a/used.ts', "import { lazy } from './lazy.ts';\n"],
      ['src/features/a/lazy.ts', 'export const lazy = 1;\n'],
      ['src/features/b/alone.ts', 'export const alone = 1;\n'],
    ]),
  );
  expect(figures).toMatchObject({
    files: 4,
    lines: 8,
    filesOfOneFolder: 3,
    filesOfOneFeature: 3,
    percentWithOneImporter: 25,
    importersOfTenantTolerance: 1,
    mentionsOfTenants: 1,
  });
});

test('a file that is only imported dynamically does not count as having one importer', () => {
  const page = "export const load = () => import('./part.ts');\n";
  const figures = measureStructure(
    new Map([
      ['src/app/page.ts', page],
      ['src/app/part.ts', 'export const part = 1;\n'],
    ]),
  );
  expect(figures.percentWithOneImporter).toBe(0);
});

test.each([
  ['requestsOutsideApi', "void request('/rooms');"],
  ['mentionsOfTenants', '// As this tenant has it.'],
  ['mentionsOfTenants', "const text = 'Tenants';"],
  ['timers', 'window.setTimeout(run, 10);'],
  ['timers', 'setInterval(run, 10);'],
  ['eventListeners', "window.addEventListener('online', run);"],
  ['timers', 'after(10, run);'],
  ['eventListeners', "listen(window, 'online', run);"],
  ['effectsPer1000Lines', 'useEffect(() => run(), []);'],
  ['effectsPer1000Lines', 'useAfterChange(id, run);'],
  ['castsPer1000Lines', 'const room = value as Room;'],
  ['disabledChecksPer1000Lines', '// biome-ignore lint/a/b: planted'],
  ['any', 'let room: any;'],
] as const)('%s counts %s', (figure, code) => {
  expect(measureStructure(new Map([['src/app/a.ts', `${code}\n`]]))[figure]).toBeGreaterThan(0);
});

test.each([
  "locks.request('send', run);",
  "const NAMES = ['a'] as const;",
  '// setTimeout(run)',
  "const s = 'any';",
  'useTenant();',
])('%s is not counted', (code) => {
  const { files, lines, filesOfOneFolder, ...rest } = measureStructure(new Map([['src/app/a.ts', `${code}\n`]]));
  expect({ files, lines, filesOfOneFolder }).toEqual({ files: 1, lines: 1, filesOfOneFolder: 1 });
  expect(Object.values(rest)).toEqual(Object.values(rest).map(() => 0));
});

test('inside the fetch layer requests and tenants are allowed', () => {
  const figures = measureStructure(new Map([['src/api/a.ts', "void request('/rooms'); // of the tenant\n"]]));
  expect(figures).toMatchObject({ requestsOutsideApi: 0, mentionsOfTenants: 0 });
});
