import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { startCluster } from '#test/postgres/cluster.ts';

export const ENGINES = ['SQLite', 'PostgreSQL'] as const;
export type EngineName = (typeof ENGINES)[number];

/** A database engine for tenants, in a temporary folder. */
export interface Engine {
  name: EngineName;
  version: string;
  /** Names a separate database: its location for `openTenants`, and the environment of a service that uses it. */
  place(name: string): { place: string; dataDir: string; settings: Record<string, string> };
  /** Stops it and removes all its data. */
  remove(): Promise<void>;
}

/** Starts an engine with its default settings. */
export async function startEngine(name: EngineName): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (name === 'SQLite') {
    const { version } = new DatabaseSync(':memory:').prepare('select sqlite_version() as version').get() ?? {};
    const place = (of: string) => ({ place: join(folder, of), dataDir: join(folder, of), settings: {} });
    return { name, version: String(version), place, remove: async () => removeFolder() };
  }
  const cluster = await startCluster();
  return {
    name,
    version: await postgresVersion(cluster.url),
    place: (of) => {
      const url = `${cluster.url}?schema=${of}`;
      return { place: url, dataDir: join(folder, of), settings: { DATABASE_URL: url } };
    },
    remove: async () => {
      await cluster.remove();
      removeFolder();
    },
  };
}

async function postgresVersion(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('show server_version');
  await client.end();
  return String(rows[0]?.server_version).replace(/ .*/, '');
}
