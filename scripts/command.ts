import { parseArgs } from 'node:util';
import type { Tenant, Tenants } from '#server/access/tenant.ts';
import { openTenants } from '#server/access/tenants.ts';
import { NO_DEADLINE } from '#server/db/deadlines.ts';
import { readEnv } from '#server/settings/env.ts';

/** An operator's mistake, as a one-line message. */
export class UsageError extends Error {}

/** Parsed command-line arguments: positionals in order, options by name. */
export interface CommandArgs {
  positionals: string[];
  options: Readonly<Record<string, string | undefined>>;
  /** All values of a repeatable option. */
  all(name: string): string[];
  /** Flags (options without a value) that were given. */
  flags: ReadonlySet<string>;
}

/**
 * Runs an operator's command on the tenants of `DATABASE_URL` or `DATA_DIR`; a service may be running at the same time.
 * `options` are the accepted names, `flags` those without a value. Errors are printed as one line and set exit code 1.
 */
export async function runCommand(
  options: readonly string[],
  run: (given: CommandArgs, tenants: Tenants) => Promise<void>,
  flags: readonly string[] = [],
): Promise<void> {
  process.umask(0o077);
  try {
    const given = parseCommandArgs(options, flags);
    const { databaseUrl, dataDir } = readEnv(process.env);
    const tenants = await openTenants(databaseUrl ?? dataDir, NO_DEADLINE);
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

/** Returns the tenant of `--tenant`, which is optional if there is only one tenant. */
export async function requireTenant({ options: { tenant } }: CommandArgs, tenants: Tenants): Promise<Tenant> {
  const names = (await tenants.all()).map(({ name }) => name);
  const found = await tenants.byName(tenant ?? (names.length === 1 ? (names[0] ?? '') : ''));
  if (found) return found;
  const fault = (await tenants.findFaults()).find(({ part, name }) => part === 'tenant' && name === tenant);
  if (fault) throw new UsageError(`The tenant ${tenant} is not available: ${fault.error}`);
  const known = names.length > 0 ? `The tenants are ${names.join(', ')}.` : 'There are no tenants yet.';
  throw new UsageError(tenant ? `There is no tenant named ${tenant}. ${known}` : `Specify --tenant. ${known}`);
}

/** Parses an option as a positive integer of up to `max`; undefined if not given. */
export function parseCount({ options }: CommandArgs, name: string, max = Number.POSITIVE_INFINITY): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} ${text}: must be a positive integer.`);
  if (Number(text) > max) throw new UsageError(`--${name} ${text}: must be at most ${max}.`);
  return Number(text);
}

function parseCommandArgs(names: readonly string[], flagNames: readonly string[]): CommandArgs {
  const { values, positionals } = parseArgs({
    options: {
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const, multiple: true }])),
      ...Object.fromEntries(flagNames.map((name) => [name, { type: 'boolean' as const }])),
    },
    allowPositionals: true,
  });
  const all = (name: string) => [values[name] ?? []].flat().map(String);
  const options = Object.fromEntries(names.map((name) => [name, all(name).at(-1)]));
  return { positionals, options, all, flags: new Set(flagNames.filter((name) => values[name])) };
}
