import { isIPv4, isIPv6 } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { DEADLINE_MS } from '../db/deadlines.ts';
import { findPendingMigrations } from '../db/migrations/migrate.ts';
import { openStore } from '../db/open.ts';
import type { Store, TenantDatabase } from '../db/store.ts';
import { BrokenDatabaseError } from '../db/unavailable.ts';
import { isHostName } from './addresses.ts';
import { checkHosts, readHosts, readNames, register } from './registry.ts';
import type { Fault, Tenant, Tenants } from './tenant.ts';

const TENANT_NAME = /^[a-z][a-z0-9_]{0,40}$/;
/** Minimum time after an attempt to open a tenant that was set aside. A request or `findFaults` makes the next one. */
const RETRY_MS = 5_000;
/** How long `findFaults` waits for such attempts, which go on: another process may hold the file for long. */
const RETRY_WAIT_MS = 500;

/** A tenant cannot be added, because its database has users although no tenant is registered for it. */
export class UnregisteredDataError extends Error {
  constructor(name: string) {
    super(
      `The database of ${name} has users, but ${name} is not registered: restore a backup as ${name}, or remove the database.`,
    );
  }
}

/**
 * Opens every tenant of a store and runs its migrations. Those that another process adds later are found as well.
 * `location` is a data folder, a PostgreSQL URL, or `:memory:`; `deadlineMs` is how long a request may use the database.
 */
export async function openTenants(location: string, deadlineMs = DEADLINE_MS): Promise<Tenants> {
  const tenants = new OpenTenants(await openStore(location, deadlineMs));
  try {
    await tenants.openAll();
  } catch (error) {
    await tenants.close();
    throw error;
  }
  return tenants;
}

class OpenTenants implements Tenants {
  readonly #store: Store;
  readonly #open = new Map<string, Tenant>();
  /** Tenants set aside, with the reason and the time to try again, by name. */
  readonly #broken = new Map<string, { error: BrokenDatabaseError; retryAtMs: number }>();
  #hosts = new Map<string, string>();
  #lastReload = Promise.resolve();
  #nextReload: Promise<void> | undefined;

  constructor(store: Store) {
    this.#store = store;
    store.onBroken((name, error) => this.#setAside(name, error));
  }

  get counters() {
    return this.#store.counters;
  }

  async byHost(host: string, beforeLookUp?: () => Promise<void>) {
    const wanted = normalizeHost(host);
    // A host is never taken away from its tenant, so a cached entry cannot become stale.
    if (!this.#hosts.has(wanted)) {
      await beforeLookUp?.();
      await this.#reload();
    }
    const name = this.#hosts.get(wanted);
    if (name === undefined) return undefined;
    const broken = this.#broken.get(name);
    await this.#retryIfDue(name);
    const tenant = this.#open.get(name);
    if (broken && !tenant) throw this.#broken.get(name)?.error ?? broken.error;
    return tenant;
  }

  async byName(name: string) {
    if (!this.#open.has(name)) await this.#reload();
    return this.#open.get(name);
  }

  async all() {
    await this.#reload();
    return [...this.#open.values()];
  }

  async names() {
    await this.#reload();
    return [...this.#open.keys(), ...this.#broken.keys()];
  }

  async hosts() {
    await this.#reload();
    return this.#hosts;
  }

  async create<Result>(name: string, hosts: readonly string[], fill: (database: TenantDatabase) => Promise<Result>) {
    const checkedHosts = await this.#check(name, hosts);
    const result = await this.#store.create(name, fill);
    this.#broken.delete(name);
    await this.#register(name, checkedHosts);
    return result;
  }

  async add(name: string, hosts: readonly string[]) {
    const broken = this.#broken.get(name);
    if (broken) throw broken.error;
    const checkedHosts = await this.#check(name, hosts);
    // Migrate before registering, so that no other process sees a tenant without tables.
    await this.#store.migrate(name);
    const { db } = this.#store.open(name);
    const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
    // A killed restore may have left another tenant's data. Names last: another process may add the same tenant now.
    if (user && !(await this.names()).includes(name)) throw new UnregisteredDataError(name);
    return this.#register(name, checkedHosts);
  }

  async ping() {
    await this.#store.ping();
  }

  poolUse() {
    return this.#store.poolUse();
  }

  async findFaults() {
    const failedRetries = new Map<string, unknown>();
    let tenants: Tenant[];
    try {
      await this.#store.ping();
      // A load balancer sends no requests to a service that is not ready, so no request would cause a retry.
      const retries = [...this.#broken.keys()].map((name) =>
        this.#retryIfDue(name).catch((error) => failedRetries.set(name, error)),
      );
      await Promise.race([Promise.all(retries), setTimeout(RETRY_WAIT_MS, undefined, { ref: false })]);
      tenants = await this.all();
    } catch (error) {
      return [{ part: 'database' as const, error }];
    }
    const faults: Fault[] = (await this.#store.hasFreeConnection()) ? [] : [{ part: 'pool' }];
    for (const [name, { error }] of this.#broken) {
      faults.push({ part: 'tenant', name, error: failedRetries.get(name) ?? error });
    }
    for (const { name, db } of tenants) {
      try {
        await this.#store.check(db);
        if ((await findPendingMigrations(db)).length > 0) faults.push({ part: 'migrations', name });
      } catch (error) {
        faults.push({ part: 'tenant', name, error });
      }
    }
    return faults;
  }

  async close() {
    await this.#store.close();
  }

  /** Checks what can be checked before anything is written. Returns the normalized hosts. */
  async #check(name: string, hosts: readonly string[]) {
    const checkedHosts = hosts.map(parseHost);
    assertName(name);
    await checkHosts(this.#store.registry, name, checkedHosts);
    return checkedHosts;
  }

  async #register(name: string, hosts: readonly string[]) {
    await register(this.#store.registry, name, hosts);
    await this.#reload();
    const tenant = this.#open.get(name);
    if (!tenant) throw new Error(`The database of ${name} cannot be opened.`);
    return tenant;
  }

  /** Opens and migrates every registered tenant. */
  async openAll() {
    for (const name of await readNames(this.#store.registry)) await this.#migrate(name);
    await this.#reload();
  }

  async #retryIfDue(name: string) {
    const broken = this.#broken.get(name);
    if (broken && broken.retryAtMs <= Date.now()) await this.#migrate(name);
  }

  /** Opens a tenant, or sets it aside if its database is missing or damaged. It stays so until an attempt succeeds. */
  async #migrate(name: string) {
    const broken = this.#broken.get(name);
    // Concurrent requests fail fast instead of retrying as well.
    if (broken) broken.retryAtMs = Number.POSITIVE_INFINITY;
    try {
      if (!(await this.#store.has(name))) throw new BrokenDatabaseError(`The database of ${name} is missing.`);
      await this.#store.migrate(name);
      this.#open.set(name, { name, ...this.#store.open(name) });
      this.#broken.delete(name);
    } catch (error) {
      if (broken) broken.retryAtMs = Date.now() + RETRY_MS;
      if (!(error instanceof BrokenDatabaseError)) throw error;
      this.#setAside(name, error);
    }
  }

  #setAside(name: string, error: BrokenDatabaseError) {
    this.#open.delete(name);
    this.#broken.set(name, { error, retryAtMs: Date.now() + RETRY_MS });
  }

  /** Reloads the registry. Calls made before a queued reload starts share its result (single flight). */
  #reload() {
    this.#nextReload ??= this.#lastReload
      .catch(() => {})
      .then(() => {
        this.#nextReload = undefined;
        this.#lastReload = this.#reloadNow();
        return this.#lastReload;
      });
    return this.#nextReload;
  }

  async #reloadNow() {
    const { registry } = this.#store;
    // Hosts last: a host must never refer to a tenant that was not read.
    const names = await readNames(registry);
    for (const name of names) {
      if (!this.#open.has(name) && !this.#broken.has(name)) await this.#migrate(name);
    }
    const hosts = await readHosts(registry);
    this.#hosts = new Map([...hosts].filter(([, name]) => this.#open.has(name) || this.#broken.has(name)));
  }
}

function assertName(name: string) {
  if (TENANT_NAME.test(name)) return;
  throw new Error(
    `"${name}" is not a valid tenant name: use a lower-case letter, then up to 40 lower-case letters, digits or _.`,
  );
}

/** Normalizes a host for comparison: lower case, without port and trailing dot, IPv6 addresses in brackets. */
function normalizeHost(host: string): string {
  const withoutPort = host.trim().toLowerCase().replace(/:\d*$/, '');
  const name = host.startsWith('[') || !isIPv6(host) ? withoutPort : `[${host.toLowerCase()}]`;
  return name.replace(/\.$/, '');
}

function parseHost(given: string) {
  const host = normalizeHost(given);
  const isAddress = isIPv4(host) || (host.startsWith('[') && host.endsWith(']') && isIPv6(host.slice(1, -1)));
  if (!isAddress && !isHostName(host)) throw new Error(`"${given}" is not a valid host name.`);
  return host;
}
