import { isIPv4, isIPv6 } from 'node:net';
import { openStore, type Store } from '../db/open.ts';
import type { Pace } from '../db/postgres.ts';
import { readHosts, readNames, register } from './registry.ts';
import type { Tenant, Tenants } from './tenant.ts';

const TENANT_NAME = /^[a-z][a-z0-9_]{0,40}$/;
const HOST_NAME = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/;

export interface StoredTenants extends Tenants {
  /** Every known host, mapped to the name of its tenant. */
  hosts(): Promise<ReadonlyMap<string, string>>;
  /** Creates a tenant's database, which stays unreachable until `add` registers the tenant. */
  prepare(name: string): Promise<Tenant>;
}

/**
 * Opens every tenant of a store and runs its migrations. `place` is a data folder (`registry.sqlite` and
 * `tenants/<name>.sqlite`), a PostgreSQL URL, or `:memory:` for an empty in-memory set. Tenants and hosts that another
 * process adds later are found without a restart.
 */
export async function openTenants(place: string, pace: Pace = 'hurried'): Promise<StoredTenants> {
  const store = await openStore(place, pace);
  try {
    for (const name of await readNames(store.registry)) await store.migrate(name);
  } catch (error) {
    await store.close();
    throw error;
  }
  return new OpenTenants(store);
}

class OpenTenants implements StoredTenants {
  readonly #store: Store;
  readonly #open = new Map<string, Tenant>();
  #hosts = new Map<string, string>();
  #last = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  async byHost(host: string) {
    const wanted = normaliseHost(host);
    // A host is never taken away from its tenant, so a cached entry cannot become stale.
    if (!this.#hosts.has(wanted)) await this.#read();
    const name = this.#hosts.get(wanted);
    return name === undefined ? undefined : this.#open.get(name);
  }

  async byName(name: string) {
    if (!this.#open.has(name)) await this.#read();
    return this.#open.get(name);
  }

  async all() {
    await this.#read();
    return [...this.#open.values()];
  }

  async hosts() {
    await this.#read();
    return this.#hosts;
  }

  async prepare(name: string): Promise<Tenant> {
    if (!TENANT_NAME.test(name)) {
      throw new Error(`"${name}" is not a tenant name: a small letter, then up to 40 small letters, digits or _.`);
    }
    await this.#store.migrate(name);
    return { name, ...this.#store.open(name) };
  }

  async add(name: string, hosts: readonly string[]) {
    const checkedHosts = hosts.map(checkHost);
    // Migrate before registering, so that no other process sees a tenant without tables.
    await this.prepare(name);
    await register(this.#store.registry, name, checkedHosts);
    await this.#read();
    return this.#tenant(name);
  }

  async ping() {
    await this.#store.ping();
  }

  async close() {
    await this.#store.close();
  }

  /** Reloads the registry. Calls made before a queued reload starts share its result (single flight). */
  #read() {
    this.#next ??= this.#last
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        this.#last = this.#readNow();
        return this.#last;
      });
    return this.#next;
  }

  async #readNow() {
    const { registry } = this.#store;
    // Hosts last: a host must never refer to a tenant that was not read.
    const names = await readNames(registry);
    for (const name of names) this.#tenant(name);
    const hosts = await readHosts(registry);
    this.#hosts = new Map([...hosts].filter(([, name]) => this.#open.has(name)));
  }

  #tenant(name: string): Tenant {
    const tenant = this.#open.get(name) ?? { name, ...this.#store.open(name) };
    this.#open.set(name, tenant);
    return tenant;
  }
}

/** Normalizes a host for comparison: lower case, without port and trailing dot, IPv6 addresses in brackets. */
function normaliseHost(host: string): string {
  const withoutPort = host.trim().toLowerCase().replace(/:\d*$/, '');
  const name = host.startsWith('[') || !isIPv6(host) ? withoutPort : `[${host.toLowerCase()}]`;
  return name.replace(/\.$/, '');
}

function checkHost(given: string) {
  const host = normaliseHost(given);
  const isAddress = isIPv4(host) || (host.startsWith('[') && host.endsWith(']') && isIPv6(host.slice(1, -1)));
  if (!isAddress && !(host.length <= 253 && HOST_NAME.test(host))) throw new Error(`"${given}" is not a host name.`);
  return host;
}
