import type { TestProject } from 'vitest/node';
import { startCluster } from './cluster.ts';

/** Starts one PostgreSQL for all tests of the project, and stops it afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  project.provide('postgresUrl', cluster.url);
  return () => cluster.remove();
}
