import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSqlite } from '#server/db/sqlite/open-sqlite.ts';
import type { Tables } from '#server/db/tables.ts';

const KILLS = Math.ceil(Number(process.env.KILL_RUNS ?? 25) / 4);

test(`a file survives ${KILLS} kills during WAL checkpoints`, {
  timeout: 120_000 + KILLS * 30_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const file = join(folder, 'harbor.sqlite');
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = fork(new URL('./database-process.ts', import.meta.url), [file, 'fill'], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      const acknowledged: string[] = [];
      child.on('message', (name) => acknowledged.push(String(name)));
      await once(child, 'message');
      await delay(50 + Math.random() * 300);
      child.kill('SIGKILL');
      await once(child, 'exit');

      const db = openSqlite<Tables>(file);
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
      const length = sql<number>`length(suggestions)`.as('length');
      const kept = await db.selectFrom('master_keywords').select(['key_name', length]).execute();
      expect(kept.map(({ key_name }) => key_name)).toEqual(expect.arrayContaining(acknowledged));
      expect(new Set(kept.map((row) => row.length))).toEqual(new Set([1_000_000]));
      expect(acknowledged.length).toBeGreaterThan(0);
      await db.deleteFrom('master_keywords').execute();
      await db.destroy();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
