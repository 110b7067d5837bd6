import { parseArgs } from 'node:util';
import type { Tenant, Tenants } from '#server/access/tenant.ts';
import { openTenants, type StoredTenants } from '#server/access/tenants.ts';
import { readEnv } from '#server/env.ts';

/** What an operator did wrong, as one line. */
export class UsageError extends Error {}

/** What was typed behind the command's name: words in their order, options by name. */
export interface Given {
  words: string[];
  options: Readonly<Record<string, string | undefined>>;
  /** Every value of an option that may be given more than once. */
  all(name: string): string[];
  /** Names of the options without a value that were given. */
  flags: ReadonlySet<string>;
}

/**
 * Runs an operator's command on the tenants of `DATABASE_URL` or `DATA_DIR`, beside a running service or without one.
 * `options` are the names it takes, `flags` those without a value; what it throws is printed as one line and ends it with 1.
 */
export async function runCommand(
  options: readonly string[],
  run: (given: Given, tenants: StoredTenants) => Promise<void>,
  flags: readonly string[] = [],
): Promise<void> {
  try {
    const given = read(options, flags);
    const { databaseUrl, dataDir } = readEnv(process.env);
    const tenants = await openTenants(databaseUrl ?? dataDir, 'patient');
    try {
      await run(given, tenants);
    } finally {
      await tenants.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** The tenant of `--tenant`, which may be left out where there is one alone. */
export async function tenantOf({ options: { tenant } }: Given, tenants: Tenants): Promise<Tenant> {
  const names = (await tenants.all()).map(({ name }) => name);
  const found = await tenants.byName(tenant ?? (names.length === 1 ? (names[0] ?? '') : ''));
  if (found) return found;
  const known = names.length > 0 ? `The tenants are ${names.join(', ')}.` : 'There is no tenant yet.';
  throw new UsageError(tenant ? `There is no tenant ${tenant}. ${known}` : `Say which --tenant. ${known}`);
}

/** A whole number of at least 1 from an option; undefined where it was not given. */
export function numberOf({ options }: Given, name: string): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} ${text}: must be a whole number from 1 up.`);
  return Number(text);
}

function read(names: readonly string[], flagNames: readonly string[]): Given {
  const given = process.argv.slice(2);
  const flags = new Set(flagNames.filter((name) => given.includes(`--${name}`)));
  const { values, positionals } = parseArgs({
    args: given.filter((arg) => !(arg.startsWith('--') && flags.has(arg.slice(2)))),
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const, multiple: true as const }])),
    allowPositionals: true,
  });
  const all = (name: string) => values[name] ?? [];
  const options = Object.fromEntries(names.map((name) => [name, all(name).at(-1)]));
  return { words: positionals, options, all, flags };
}
