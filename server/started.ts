import type { FastifyInstance } from 'fastify';
import type { DemoSignIn } from './demo-sign-ins.ts';

/** What runs, of either kind, before it listens. */
export interface Started {
  app: FastifyInstance;
  /** Who may sign in at once, to be told to the operator. */
  people: readonly DemoSignIn[];
  /** To be called after the last request. */
  close(): Promise<void>;
}
