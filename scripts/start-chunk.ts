import { resolve } from 'node:path';

const START = resolve(import.meta.dirname, '../src/start.ts');

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Puts `src/start.ts` and everything it imports into a separate chunk, so that it runs before the rest has loaded. */
export function startChunk(): (id: string, graph: Graph) => string | null {
  let atStart: ReadonlySet<string> | undefined;
  return (id, graph) => {
    atStart ??= importsOf(START, graph);
    return atStart.has(id) ? 'start' : null;
  };
}

function importsOf(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) importsOf(imported, graph, found);
  return found;
}
