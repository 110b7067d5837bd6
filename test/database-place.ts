import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { makeDataDir, removeDataDir } from './service-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test run's PostgreSQL; undefined to run on SQLite. */
    postgresUrl: string | undefined;
  }
}

const url = inject('postgresUrl');

/** The database engine of this test run. */
export const engine = url === undefined ? 'SQLite' : 'PostgreSQL';

/** An isolated database location for tenants: in memory, or separate schemas. */
export function newPlace(): string {
  return url === undefined ? ':memory:' : newSchemas(url);
}

/** A database location that several processes may share. */
export interface SharedPlace {
  /** The service's argument: a folder or a URL. */
  place: string;
  dataDir: string;
  /** Extra environment of a process that uses this location. */
  settings: Record<string, string>;
  remove(): void;
}

/** An isolated location, in a folder or in separate schemas; `on` selects another PostgreSQL than the test run's. */
export function newSharedPlace(on: string | undefined = url): SharedPlace {
  const dataDir = makeDataDir();
  const place = on === undefined ? dataDir : newSchemas(on);
  const settings: Record<string, string> = on === undefined ? {} : { DATABASE_URL: place };
  return { place, dataDir, settings, remove: () => removeDataDir(dataDir) };
}

const newSchemas = (on: string) => `${on}?schema=t${randomBytes(6).toString('hex')}`;
