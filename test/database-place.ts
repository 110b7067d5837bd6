import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { makeDataDir, removeDataDir } from './service-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a PostgreSQL for the tests of this run; undefined where they are to stand on SQLite. */
    postgresUrl: string | undefined;
  }
}

const url = inject('postgresUrl');

/** What the tests of this run stand on. */
export const engine = url === undefined ? 'SQLite' : 'PostgreSQL';

/** A place for tenants that nobody else uses: in memory, or schemas of its own. */
export function newPlace(): string {
  return url === undefined ? ':memory:' : newSchemas(url);
}

/** A place that several processes may share. */
export interface SharedPlace {
  /** As the service opens it: the folder or the URL. */
  place: string;
  dataDir: string;
  /** What a process needs besides to stand on it. */
  settings: Record<string, string>;
  remove(): void;
}

/** A place that nobody else uses, in a folder or in schemas of its own; `on` is another PostgreSQL than that of the run. */
export function newSharedPlace(on: string | undefined = url): SharedPlace {
  const dataDir = makeDataDir();
  const place = on === undefined ? dataDir : newSchemas(on);
  const settings: Record<string, string> = on === undefined ? {} : { DATABASE_URL: place };
  return { place, dataDir, settings, remove: () => removeDataDir(dataDir) };
}

const newSchemas = (on: string) => `${on}?schema=t${randomBytes(6).toString('hex')}`;
