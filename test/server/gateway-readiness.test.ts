import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { gatewayTo } from './gateway-fixture.ts';

const uncaught = vi.fn();
afterEach(() => {
  process.off('uncaughtException', uncaught);
});

test('a tenant’s server that answers HEAD with a body is ready, and does not crash the gateway', async () => {
  process.on('uncaughtException', uncaught);
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('close', () => closed.resolve());
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The server listens on a port, so its address is not a path.
  const { origin } = await gatewayTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  await closed.promise;
  expect(uncaught).not.toHaveBeenCalled();
  server.close();
});
