import { DatabaseSync, type SQLInputValue, StatementSync } from 'node:sqlite';
import Fastify from 'fastify';
import { Client, Pool, types } from 'pg';
import { openTenants } from '#server/access/tenants.ts';
import { findIdentity } from '#server/access/tokens.ts';
import { buildApp } from '#server/app.ts';
import { DEADLINE_MS } from '#server/db/deadlines.ts';
import { isPostgresUrl } from '#server/db/postgres/postgres-url.ts';
import { SqliteReader } from '#server/db/sqlite/sqlite-reader.ts';
import { TENANT } from './size.ts';

/**
 * A process with one Fastify route that runs the service's own statements for a list, and returns the raw rows: no
 * token, no ETag, no document. `PLACE`, `TOKEN` and `REQUEST` select the list.
 */
const { PLACE = '', TOKEN = '', REQUEST = '' } = process.env;
const CACHE_KIB = 16_384;
const MIN_STATEMENTS = 3;

interface Statement {
  text: string;
  values: unknown[];
}

const app = Fastify();
const run = isPostgresUrl(PLACE) ? runOnPostgres(await overhear()) : runOnSqlite(await overhear());
app.get('/bare', run);
console.log(`Bare at ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
process.on('SIGTERM', () => process.exit(0));

/** Captures the SQL on drafts and rooms that the service runs for the request. */
async function overhear(): Promise<Statement[]> {
  const heard: Statement[] = [];
  const { all } = StatementSync.prototype;
  const { query } = Client.prototype;
  const { run: read } = SqliteReader.prototype;
  const tenants = await openTenants(PLACE);
  const service = buildApp({
    tenants,
    findIdentity,
    isAllowedAddress: () => true,
    trustProxy: false,
    corsOrigins: [],
    timeZone: 'UTC',
    deadlineMs: DEADLINE_MS,
    log: false,
  });
  Reflect.set(StatementSync.prototype, 'all', function (this: StatementSync, ...values: SQLInputValue[]) {
    heard.push({ text: this.sourceSQL, values });
    return Reflect.apply(all, this, values);
  });
  Reflect.set(Client.prototype, 'query', function (this: Client, ...args: unknown[]) {
    const [text, values] = args;
    if (typeof text === 'string' && Array.isArray(values)) heard.push({ text, values });
    return Reflect.apply(query, this, args);
  });
  SqliteReader.prototype.run = function (request) {
    heard.push(...request.queries.map(({ sql: text, parameters }) => ({ text, values: [...parameters] })));
    return read.call(this, request);
  };
  const { statusCode } = await service.inject({
    url: REQUEST,
    headers: { host: '127.0.0.1', 'x-access-token': TOKEN },
  });
  StatementSync.prototype.all = all;
  Client.prototype.query = query;
  SqliteReader.prototype.run = read;
  await service.close();
  await tenants.close();
  if (statusCode !== 200) throw new Error(`${REQUEST} was answered with ${statusCode}.`);
  const statements = heard.filter(({ text }) => /from [^ ]*"(support_draft_messages|rooms)"/.test(text));
  // Ids, count and rows of the list, at least.
  if (statements.length < MIN_STATEMENTS) throw new Error(`${REQUEST} ran ${statements.length} statements only.`);
  return statements;
}

function runOnSqlite(statements: readonly Statement[]) {
  const db = new DatabaseSync(`${PLACE}/tenants/${TENANT}.sqlite`);
  db.exec(`pragma cache_size = -${CACHE_KIB}`);
  const prepared = statements.map(({ text, values }) => ({
    statement: db.prepare(text),
    values: values as SQLInputValue[],
  }));
  return async () => prepared.map(({ statement, values }) => statement.all(...values));
}

function runOnPostgres(statements: readonly Statement[]) {
  const { href } = new URL(PLACE.replace(/\?.*/, ''));
  const pool = new Pool({
    connectionString: href,
    types: {
      getTypeParser: (oid, format) => (oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)),
    },
  });
  return async () => {
    const results = [];
    for (const { text, values } of statements) results.push((await pool.query(text, values)).rows);
    return results;
  };
}
