const SCHEMA_NAME = /^[a-z][a-z0-9_]{0,20}$/;
const DEFAULT_SCHEMA = 'countersign';

/** The PostgreSQL server and schema of the tenants. */
export interface PostgresLocation {
  /** Connection string for the driver, without `schema`. */
  url: string;
  /** Schema of the registry. A tenant's schema is `<schema>_<tenant>`. */
  schema: string;
}

/** True if the text is meant as a PostgreSQL URL, valid or not; otherwise it is a folder. */
export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:/i.test(text);

/**
 * Parses `postgres://user:password@host:port/database?schema=name`; other query parameters go to the driver. Throws
 * without echoing the input, which may contain a password.
 */
export function parsePostgresUrl(text: string): PostgresLocation {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error('must be a URL such as postgres://user:password@host:5432/database');
  }
  const url = new URL(text);
  const schema = url.searchParams.get('schema') ?? DEFAULT_SCHEMA;
  if (!SCHEMA_NAME.test(schema) || schema.startsWith('pg_')) {
    throw new Error('has an invalid schema: use a lower-case letter, then up to 20 lower-case letters, digits or _');
  }
  url.searchParams.delete('schema');
  return { url: url.href, schema };
}
