import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { type Check, checkOutcome } from './check.ts';
import { exceededLimits } from './limits.ts';

/** Upper limits for `src`. Lower a limit when the code allows it; raise one only with a decision record. */
const LIMITS: Readonly<Record<keyof Figures, number>> = {
  files: 451,
  lines: 41_576,
  filesOfOneFolder: 22,
  filesOfOneFeature: 12,
  percentWithOneImporter: 21,
  requestsOutsideApi: 0,
  importersOfTenantTolerance: 0,
  mentionsOfTenants: 3,
  timers: 39,
  eventListeners: 51,
  effectsPer1000Lines: 2,
  castsPer1000Lines: 0.24,
  disabledChecksPer1000Lines: 0.17,
  any: 0,
};

/** How the dashboard is built, in numbers. Shares are in percent. */
export interface Figures {
  files: number;
  lines: number;
  filesOfOneFolder: number;
  /** Files of the largest folder below `src/features`, with its subfolders. */
  filesOfOneFeature: number;
  /** Files with exactly one importer, a static one: a dynamic import loads a page or a lazy component. */
  percentWithOneImporter: number;
  /** Calls of `request(` in files outside `src/api`. */
  requestsOutsideApi: number;
  /** Files outside `src/api` that import from `src/api/tenant`. */
  importersOfTenantTolerance: number;
  /** Files outside `src/api` with the word "tenant", be it in code, comments or texts. */
  mentionsOfTenants: number;
  /** Calls that start a timer, directly or by `src/lib/delay.ts`. */
  timers: number;
  /** Calls that add a listener, directly or by `src/lib/listen.ts`. */
  eventListeners: number;
  /** Calls of React's effect hooks and of `useAfterChange`. */
  effectsPer1000Lines: number;
  /** Type assertions except `as const`. */
  castsPer1000Lines: number;
  disabledChecksPer1000Lines: number;
  any: number;
}

/** Keeps `src` small, flat and plain: fails when a figure is above its limit. */
export const structure: Check = {
  title: 'Structure of src',
  run: async () => {
    const paths = globSync('src/**/*.{ts,tsx}');
    const figures = measureStructure(new Map(paths.map((path) => [path, readFileSync(path, 'utf8')])));
    const exceeded = exceededLimits<keyof Figures>(figures, LIMITS);
    const note = `${figures.files} files, ${figures.lines} lines`;
    return {
      ...checkOutcome(exceeded.length === 0 && figures.files > 0, exceeded.join('\n') || 'No file was read.'),
      note,
    };
  },
};

/** Measures source files, given by path. */
export function measureStructure(sources: ReadonlyMap<string, string>): Figures {
  const lines = sum([...sources.values()], (code) => code.split('\n').length - 1);
  const per1000 = (count: number) => Math.round((count / lines) * 100_000) / 100;
  const perFolder = new Map<string, number>();
  const perFeature = new Map<string, number>();
  const importers = new Map<string, ('static' | 'dynamic')[]>();
  const nodes = { requests: 0, timers: 0, listeners: 0, effects: 0, casts: 0, any: 0 };
  let importersOfTenantTolerance = 0;
  let mentionsOfTenants = 0;
  for (const [path, code] of sources) {
    perFolder.set(dirname(path), (perFolder.get(dirname(path)) ?? 0) + 1);
    const isOutsideApi = !path.startsWith('src/api/');
    const imported = importedFiles(path, code);
    for (const [file, kind] of imported) importers.set(file, [...(importers.get(file) ?? []), kind]);
    const [, feature] = /^src\/features\/([^/]+)\//.exec(path) ?? [];
    if (feature) perFeature.set(feature, (perFeature.get(feature) ?? 0) + 1);
    if (isOutsideApi && [...imported.keys()].some((file) => file.startsWith('src/api/tenant/')))
      importersOfTenantTolerance++;
    if (isOutsideApi && /\btenants?\b/i.test(code)) mentionsOfTenants++;
    visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true), (node) => {
      if (ts.isCallExpression(node)) {
        const isMethod = ts.isPropertyAccessExpression(node.expression);
        const name = isMethod ? node.expression.name.getText() : node.expression.getText();
        if (name === 'request' && !isMethod && isOutsideApi) nodes.requests++;
        if (STARTS_TIMER.has(name)) nodes.timers++;
        if (name === 'addEventListener' || (name === 'listen' && !isMethod)) nodes.listeners++;
        if (EFFECTS.has(name)) nodes.effects++;
      }
      if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) nodes.casts++;
      if (node.kind === ts.SyntaxKind.AnyKeyword) nodes.any++;
    });
  }
  const withOneImporter = [...sources.keys()].filter((path) => importers.get(path)?.join() === 'static').length;
  return {
    files: sources.size,
    lines,
    filesOfOneFolder: Math.max(0, ...perFolder.values()),
    filesOfOneFeature: Math.max(0, ...perFeature.values()),
    percentWithOneImporter: Math.round((withOneImporter / sources.size) * 100),
    requestsOutsideApi: nodes.requests,
    importersOfTenantTolerance,
    mentionsOfTenants,
    timers: nodes.timers,
    eventListeners: nodes.listeners,
    effectsPer1000Lines: per1000(nodes.effects),
    castsPer1000Lines: per1000(nodes.casts),
    disabledChecksPer1000Lines: per1000(sum([...sources.values()], (code) => code.split(DISABLED_CHECK).length - 1)),
    any: nodes.any,
  };
}

const DISABLED_CHECK = /biome-ignore|@ts-expect-error|@ts-ignore/;
const IMPORT = /\b(from|import)\s*(\(?)\s*'((?:#src\/|\.)[^']*)'/g;
const STARTS_TIMER = new Set(['setTimeout', 'setInterval', 'after', 'delay']);
const EFFECTS = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect', 'useAfterChange']);

/** The files that a file imports, and how; `static` if it does both. */
function importedFiles(path: string, code: string): Map<string, 'static' | 'dynamic'> {
  const found = new Map<string, 'static' | 'dynamic'>();
  for (const [, , bracket, name = ''] of code.matchAll(IMPORT)) {
    const file = name.startsWith('#') ? name.slice(1) : join(dirname(path), name);
    found.set(file, bracket === '' ? 'static' : (found.get(file) ?? 'dynamic'));
  }
  return found;
}

function visit(node: ts.Node, look: (node: ts.Node) => void) {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

const sum = <T>(items: readonly T[], size: (item: T) => number) => items.reduce((total, item) => total + size(item), 0);
