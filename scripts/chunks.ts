import { resolve } from 'node:path';

const SRC = resolve(import.meta.dirname, '../src');
/** Characters of a small module, before it is minified. */
const SMALL = 2_200;

interface ModuleInfo {
  code: string | null;
  importedIds: readonly string[];
  dynamicImporters: readonly string[];
}

interface Graph {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** Puts `src/start.ts` and everything it imports into a separate chunk, so that it runs before the rest has loaded. */
export function startChunk(): (id: string, graph: Graph) => string | null {
  let atStart: ReadonlySet<string> | undefined;
  return (id, graph) => {
    atStart ??= importsOf(`${SRC}/start.ts`, graph);
    return atStart.has(id) ? 'start' : null;
  };
}

/**
 * Puts small modules and icons that several lazy parts share into one chunk: the first screen lists every chunk, and a
 * request costs more than these bytes. They import only the first screen and each other, so that chunks have no
 * circular imports.
 */
export function smallChunk(): (id: string, graph: Graph) => string | null {
  let atFirst: ReadonlySet<string> | undefined;
  const known = new Map<string, boolean>();
  const isSmall = (id: string, graph: Graph): boolean => {
    atFirst ??= importsOf(`${SRC}/main.tsx`, graph);
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const info = graph.getModuleInfo(id);
    const is =
      info?.code != null &&
      (info.code.length <= SMALL || isIcon(id)) &&
      info.dynamicImporters.length === 0 &&
      info.importedIds.every((imported) => atFirst?.has(imported) || isSmall(imported, graph));
    known.set(id, is);
    return is;
  };
  return (id, graph) => ((id.startsWith(SRC) || isIcon(id)) && isSmall(id, graph) ? 'small' : null);
}

const isIcon = (id: string) => id.includes('/lucide-react/');

function importsOf(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) importsOf(imported, graph, found);
  return found;
}
