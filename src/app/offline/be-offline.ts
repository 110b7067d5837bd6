import { savedConnections } from '#src/api/saved-connections.ts';
import { keepReadsFrom } from './keep-reads.ts';
import { dropForeignReads } from './kept-reads.ts';
import { registerWorker } from './register-worker.ts';
import { showKeptReads } from './show-kept.ts';

/**
 * Enables offline use: persists queries, restores them when the service is unreachable, and registers the service
 * worker. Data fetched before `signInsChangedAt` (ms since 1970) may belong to another user.
 */
export function beOffline(signInsChangedAt: () => number): void {
  void dropForeignReads();
  savedConnections.subscribe(() => void dropForeignReads());
  showKeptReads();
  keepReadsFrom(signInsChangedAt);
  void registerWorker();
}
