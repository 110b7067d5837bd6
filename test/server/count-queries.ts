import { StatementSync } from 'node:sqlite';
import { Client } from 'pg';
import { vi } from 'vitest';
import { engine } from '#test/database-place.ts';

/** How many queries run until `work` is done. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const queries = engine === 'SQLite' ? vi.spyOn(StatementSync.prototype, 'all') : vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    return queries.mock.calls.length;
  } finally {
    queries.mockRestore();
  }
}
