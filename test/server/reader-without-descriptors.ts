import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteReaders } from '#server/db/sqlite/sqlite-readers.ts';

// A child process of the reader tests: needs a reader while every file descriptor is in use.
const taken: number[] = [];
const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
const file = join(folder, 'empty.sqlite');
writeFileSync(file, '');
const readers = new SqliteReaders();
const read = () =>
  readers.run(
    { file, queries: [{ sql: 'select 1', parameters: [] }] },
    { caller: '1', signal: AbortSignal.timeout(60_000) },
  );
const answers: unknown[] = [];
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch {
  answers.push(await read().catch(({ code }) => code));
}
for (const descriptor of taken) closeSync(descriptor);
answers.push(await read().catch(({ code }) => code));
process.stdout.write(JSON.stringify(answers));
readers.close(file);
rmSync(folder, { recursive: true });
