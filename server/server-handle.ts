import type { FastifyInstance } from 'fastify';
import type { PoolUse } from './db/pool-use.ts';

/** A service or gateway that is not listening yet. */
export interface ServerHandle {
  app: FastifyInstance;
  /** What requests use of the connections or reader processes. A gateway has none. */
  poolUse?(): PoolUse;
  /** Creates the demo users' sign-in links, which are printed at startup. */
  demoLinks(at: { ownHost: string; port: number | undefined }): Promise<readonly string[]>;
  /** Call after the last request. */
  close(): Promise<void>;
}
