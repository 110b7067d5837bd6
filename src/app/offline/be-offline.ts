import { savedConnections } from '#src/api/saved-connections.ts';
import { keepReadsFrom } from './keep-reads.ts';
import { dropForeignReads } from './kept-reads.ts';
import { registerWorker } from './register-worker.ts';
import { showKeptReads } from './show-kept.ts';

/**
 * Keeps what is seen, shows it again where nothing can be reached, and has the worker keep the page itself. What was
 * read before `signInsChangedAt` (ms since 1970) may be another person's.
 */
export function beOffline(signInsChangedAt: () => number): void {
  void dropForeignReads();
  savedConnections.subscribe(() => void dropForeignReads());
  showKeptReads();
  keepReadsFrom(signInsChangedAt);
  void registerWorker();
}
