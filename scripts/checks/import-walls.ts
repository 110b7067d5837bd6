import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Check, checkOutcome, runTool } from './check.ts';

const FOLDERS = ['contract', 'src', 'server', 'test', 'scripts'].filter((folder) => existsSync(folder));

const report = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(
      z.object({
        rule: z.object({ name: z.string() }),
        from: z.string(),
        to: z.string(),
        cycle: z.array(z.object({ name: z.string() })).optional(),
      }),
    ),
  }),
});
const rules = z.object({ forbidden: z.array(z.object({ name: z.string() })) });

/** Checks imports against the boundaries in .dependency-cruiser.cjs. */
export const importWalls: Check = {
  title: 'Import walls',
  run: async () => {
    const { violations, totalCruised } = await cruise(process.cwd(), FOLDERS);
    const lines = violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
    return checkOutcome(lines.length === 0 && totalCruised > 0, lines.join('\n') || 'No file was read.');
  },
};

/** For each rule, an import that violates it. */
const VIOLATIONS: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'contract-alone': ['contract/a.ts', '#src/lib/a.ts'],
  'sides-apart': ['src/main.tsx', '#server/main.ts'],
  'sides-apart-too': ['server/main.ts', '#src/lib/a.ts'],
  'product-alone': ['server/app.ts', '#test/service.ts'],
  'lib-lowest': ['src/lib/b.ts', '../ui/button.ts'],
  'ui-without-data': ['src/ui/dialog.ts', '../api/request.ts'],
  'api-below-screens': ['src/api/queries.ts', '../list/list-page.ts'],
  'one-door-to-tenants': ['src/features/connections/sign-in.ts', '../../api/request.ts'],
  'page-below-lists-and-forms': ['src/page/page-title.ts', '../form/record-form.ts'],
  'lists-above-forms': ['src/form/fields/record-picker.ts', '../../list/list-page.ts'],
  'lists-and-forms-below-features': ['src/form/record-form.ts', '../features/rooms/rooms.ts'],
  'domain-below-outbox': ['src/domain/rooms/room-name.ts', '../../outbox/deliver.ts'],
  'outbox-below-features': ['src/outbox/deliver.ts', '../features/watch/watch-page.ts'],
  'lists-and-forms-know-no-resource': ['src/list/list-page.ts', '#contract/rooms.ts'],
  'features-apart': ['src/features/review/queue.ts', '../rooms/rooms.ts'],
  'parts-below-their-page': ['src/features/client-settings/field.ts', '../clients/client-form.ts'],
  'features-below-map': ['src/features/watch/watch.ts', '../../routes.tsx'],
  'protocol-knows-no-resource': ['server/jsonapi/mount.ts', '../resources/drafts.ts'],
  'database-lowest': ['server/db/open.ts', '../access/tokens.ts'],
  'access-below-app': ['server/access/tenants.ts', '../app.ts'],
  'resources-below-app': ['server/resources/rooms.ts', '../settings/env.ts'],
  'service-without-tools': ['server/settings/env.ts', 'vitest'],
  'no-cycles': ['server/resources/drafts.ts', '../jsonapi/mount.ts'],
  'no-orphans': ['src/list/alone.ts', ''],
  'no-loose-ends': ['src/api/errors.ts', './nowhere.ts'],
};

/** Violates every rule on purpose in a temporary tree, to prove that each one can fail. */
export const wallsCanFail: Check = {
  title: 'Import walls, each with a planted violation',
  run: async () => {
    const tree = mkdtempSync(join(tmpdir(), 'countersign-walls-'));
    try {
      for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs']) cpSync(file, join(tree, file));
      write(join(tree, 'node_modules/vitest/package.json'), '{ "name": "vitest", "main": "index.js" }');
      write(join(tree, 'node_modules/vitest/index.js'), '');
      for (const [from, to] of Object.values(VIOLATIONS)) plant(tree, from, to);
      const { violations } = await cruise(tree, ['contract', 'src', 'server', 'test']);
      const isFound = (rule: string, file: string) =>
        violations.some(
          ({ rule: { name }, from, cycle = [] }) =>
            name === rule && [from, ...cycle.map((each) => each.name)].includes(file),
        );
      const missed = Object.entries(VIOLATIONS).filter(([rule, [from]]) => !isFound(rule, from));
      const unproved = ruleNames().filter((rule) => !Object.hasOwn(VIOLATIONS, rule));
      const lines = [
        ...missed.map(([rule]) => `${rule} did not detect its violation`),
        ...unproved.map((rule) => `${rule} has no planted violation`),
      ];
      return checkOutcome(lines.length === 0, lines.join('\n'));
    } finally {
      rmSync(tree, { recursive: true });
    }
  },
};

function plant(tree: string, from: string, to: string) {
  write(join(tree, from), to === '' ? 'export const alone = 1;\n' : `import '${to}';\nexport const planted = 1;\n`);
  const isElsewhere = to === '' || to === 'vitest' || to.includes('nowhere');
  const target = to.startsWith('#') ? join(tree, to.slice(1)) : join(tree, dirname(from), to);
  if (!isElsewhere && !existsSync(target)) write(target, 'export const target = 1;\n');
}

function write(file: string, content: string) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

async function cruise(cwd: string, folders: readonly string[]) {
  const tool = join(process.cwd(), 'node_modules/.bin/depcruise');
  const { stdout, output } = await runTool('node', [tool, '--output-type', 'json', ...folders], { cwd });
  try {
    return report.parse(JSON.parse(stdout)).summary;
  } catch {
    throw new Error(output);
  }
}

function ruleNames() {
  const config: unknown = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
  return rules.parse(config).forbidden.map(({ name }) => name);
}
