import { SqliteFile } from './sqlite-file.ts';
import type { ReaderMessage, ReadRequest, ReadResponse } from './sqlite-reader.ts';

let open: { name: string; file: SqliteFile } | undefined;

const send = (message: ReaderMessage) => process.send?.(message);

process.on('message', (request: ReadRequest) => send(respond(request)));
process.on('disconnect', () => process.exit());
// Signals of a terminal or a supervisor go to all processes; the service needs its readers until it has shut down.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
send('ready');

function respond({ file, queries }: ReadRequest): ReadResponse {
  try {
    const opened = openFile(file);
    return { results: queries.map(({ sql, parameters }) => opened.run(sql, parameters).rows) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { message: error.message, errcode: 'errcode' in error ? error.errcode : undefined };
  }
}

function openFile(name: string): SqliteFile {
  if (open?.name !== name) {
    open?.file.close();
    open = undefined;
    const file = new SqliteFile(name, true);
    file.run('pragma query_only = on', []);
    open = { name, file };
  }
  return open.file;
}
