import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  origin: string;
  close: () => Promise<void>;
}

/** Starts the server on a free port of this computer. */
export async function listenLocally(server: Server | SecureServer): Promise<LocalServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The server listens on a port, so its address is not a path.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
