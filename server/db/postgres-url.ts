const SCHEMA_NAME = /^[a-z][a-z0-9_]{0,20}$/;
const SCHEMA = 'countersign';

/** Where in which PostgreSQL the tenants are. */
export interface PostgresPlace {
  /** For the driver. */
  url: string;
  /** Of the registry; each tenant's schema is this name, an underscore and the tenant's. */
  schema: string;
}

/** Whether a text names a PostgreSQL, well or badly, as against a folder. */
export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:/i.test(text);

/**
 * Reads `postgres://user:password@host:port/database?schema=name` with any parameter of the driver's beside `schema`.
 * Throws with a message that does not repeat what was given: it may hold a password.
 */
export function readPostgresUrl(text: string): PostgresPlace {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error('must be as in postgres://user:password@host:5432/database');
  }
  const url = new URL(text);
  const schema = url.searchParams.get('schema') ?? SCHEMA;
  if (!SCHEMA_NAME.test(schema) || schema.startsWith('pg_')) {
    throw new Error('has a schema that is not a small letter, then up to 20 small letters, digits or _');
  }
  url.searchParams.delete('schema');
  return { url: url.href, schema };
}
