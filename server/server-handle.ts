import type { FastifyInstance } from 'fastify';
import type { PoolUse } from './db/pool-use.ts';

/** A service or gateway that is not listening yet. */
export interface ServerHandle {
  app: FastifyInstance;
  /** Connections or reader processes in use by requests. A gateway has none. */
  poolUse?(): PoolUse;
  /** Creates the demo users' sign-in links, which are printed at startup. */
  demoLinks(at: { ownHost: string; port: number | undefined }): Promise<readonly string[]>;
  /** Call after the last request. */
  close(): Promise<void>;
}
