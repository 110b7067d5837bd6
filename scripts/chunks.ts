import { resolve } from 'node:path';

const SRC = resolve(import.meta.dirname, '../src');

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Puts `src/start.ts` and everything it imports into a separate chunk, so that it runs before the rest has loaded. */
export function startChunk(): (id: string, graph: Graph) => string | null {
  let atStart: ReadonlySet<string> | undefined;
  return (id, graph) => {
    atStart ??= importsOf(`${SRC}/start.ts`, graph);
    return atStart.has(id) ? 'start' : null;
  };
}

/** Modules that are loaded right after the first screen, on every page or on the review page. */
const AFTER_START = ['app/after-start.tsx', 'features/review/after-start.tsx', 'outbox/deliver.ts'];

/**
 * Puts what these modules share with other lazy parts into one chunk: otherwise each combination of parts would have its
 * own, and dozens of requests at once delay the first key press.
 */
export function sharedChunk(): (id: string, graph: Graph) => string | null {
  let wanted: ReadonlySet<string> | undefined;
  return (id, graph) => {
    wanted ??= new Set(AFTER_START.flatMap((path) => [...importsOf(knownModule(path, graph), graph)]));
    return wanted.has(id) ? 'shared' : null;
  };
}

/** Throws for a module that was renamed, which would silently bring back the many chunks. */
function knownModule(path: string, graph: Graph): string {
  const id = `${SRC}/${path}`;
  if (!graph.getModuleInfo(id)) throw new Error(`src/${path} is not part of the build.`);
  return id;
}

function importsOf(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) importsOf(imported, graph, found);
  return found;
}
