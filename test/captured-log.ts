import { Writable } from 'node:stream';

/** A log for `createService`, and what was written to it so far. */
export function captureLog(level: 'error' | 'info' | 'trace') {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  const clear = () => {
    text = '';
  };
  return { options: { level, stream }, text: () => text, clear };
}
