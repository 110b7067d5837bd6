import { parentPort, workerData } from 'node:worker_threads';
import { SqliteFile } from './sqlite-file.ts';
import type { Question, Reply } from './sqlite-reader.ts';

const file = new SqliteFile(String(workerData));

parentPort?.on('message', (question: Question | 'end') => {
  if (question === 'end') {
    file.close();
    parentPort?.close();
  } else parentPort?.postMessage(answer(question));
});

function answer({ id, sql, parameters }: Question): Reply {
  const beganAt = performance.now();
  try {
    const { rows } = file.run(sql, parameters);
    return { id, rows, ms: performance.now() - beganAt };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { id, message: error.message, errcode: 'errcode' in error ? error.errcode : undefined };
  }
}
