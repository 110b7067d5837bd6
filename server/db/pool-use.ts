/** Requests that have a connection or a reader process, and those that wait for one. */
export interface PoolUse {
  running: number;
  waiting: number;
}
