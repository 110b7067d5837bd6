import type { FastifyInstance } from 'fastify';
import type { DemoSignIn } from './demo-sign-ins.ts';

/** A service or gateway that is not listening yet. */
export interface Started {
  app: FastifyInstance;
  /** Demo users whose sign-in links are printed at startup. */
  people: readonly DemoSignIn[];
  /** Call after the last request. */
  close(): Promise<void>;
}
