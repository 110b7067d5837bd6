import { connect } from 'node:net';
import type { PoolClient } from 'pg';

const CANCEL_REQUEST_CODE = 80_877_102;
const CANCEL_TIMEOUT_MS = 2_000;

/** Members of the driver's client that its types omit. */
interface Backend {
  host?: string;
  port?: number;
  processID?: number;
  secretKey?: number | Buffer;
}

/**
 * Cancels the running statement of a connection by the protocol's cancel request. Unlike `pg_cancel_backend`, it needs
 * no free connection and passes through poolers. Never rejects.
 */
export function cancelStatement(client: PoolClient): Promise<void> {
  const { host = '127.0.0.1', port = 5432, processID, secretKey } = client as Backend;
  if (processID === undefined || secretKey === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    // The server closes the connection without a response.
    socket.on('connect', () => socket.write(cancelRequest(processID, secretKey)));
    socket.resume();
  });
}

function cancelRequest(processId: number, secretKey: number | Buffer) {
  const secret = typeof secretKey === 'number' ? Buffer.alloc(4) : secretKey;
  if (typeof secretKey === 'number') secret.writeInt32BE(secretKey);
  const head = Buffer.alloc(12);
  head.writeInt32BE(head.length + secret.length, 0);
  head.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  head.writeInt32BE(processId, 8);
  return Buffer.concat([head, secret]);
}
