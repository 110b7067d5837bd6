/** Number of requests that hold a connection or a reader process, and of those that wait for one. */
export interface PoolUse {
  running: number;
  waiting: number;
}
