import type { FastifyInstance } from 'fastify';

/** A service or gateway that is not listening yet. */
export interface ServerHandle {
  app: FastifyInstance;
  /** Creates the demo users' sign-in links, which are printed at startup. */
  demoLinks(at: { ownHost: string; port: number | undefined }): Promise<readonly string[]>;
  /** Call after the last request. */
  close(): Promise<void>;
}
