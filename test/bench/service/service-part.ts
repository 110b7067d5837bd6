import { drafts } from '#contract/drafts.ts';
import { type EngineName, startEngine } from './engine.ts';
import { Connection, interleave, type Target } from './latency.ts';
import { type Measured, pathOf, QUEUE, requests } from './requests.ts';
import type { Effort, EngineResult, MeasuredList, Pair } from './result.ts';
import { serviceSection } from './section.ts';
import type { Size } from './size.ts';
import { type BenchTenant, startBareRoute, startTenant } from './tenant.ts';
import { throughput } from './throughput.ts';

/** Measures the service on each engine; resolves with its section of the document. */
export async function measureService(effort: Effort): Promise<string> {
  const results: EngineResult[] = [];
  for (const name of effort.engines) results.push(await measureEngine(name, effort));
  return serviceSection(results, effort);
}

async function measureEngine(name: EngineName, effort: Effort): Promise<EngineResult> {
  const nowUnix = Math.floor(Date.now() / 1000);
  const engine = await startEngine(name);
  const running: BenchTenant[] = [];
  try {
    const start = async (size: Size) => {
      const told = (seconds: number) => console.log(`${name}: ${size.rooms} rooms made in ${seconds.toFixed(0)} s`);
      const tenant = await startTenant(engine, size, nowUnix, told);
      running.push(tenant);
      effort.signal.throwIfAborted();
      return tenant;
    };
    const tenants = { small: await start(effort.sizes.small), large: await start(effort.sizes.large) };
    const lists = await measureLists(tenants, requests(tenants.large.people, nowUnix), effort);
    const queue = await measureQueue(tenants.large, effort);
    return { name, version: engine.version, lists, ...queue, memory: tenants.large.memory() };
  } finally {
    for (const tenant of running) await tenant.end();
    await engine.remove();
  }
}

/** Measures each list on both tenants in turns. */
export async function measureLists(
  tenants: Pair<Target>,
  asked: readonly Measured[],
  { requests: rounds, signal }: Pick<Effort, 'requests' | 'signal'>,
): Promise<MeasuredList[]> {
  const small = new Connection(tenants.small);
  const large = new Connection(tenants.large);
  const lists: MeasuredList[] = [];
  for (const measured of asked) {
    signal.throwIfAborted();
    const ask = (connection: Connection) => async () => {
      const { status, body } = await connection.get(measured.path);
      if (status !== 200) throw new Error(`${measured.path} was answered with ${status}: ${body}`);
      return body;
    };
    const found = { small: countOf(await ask(small)()), large: countOf(await ask(large)()) };
    const list = { measured, found, ...(await interleave({ small: ask(small), large: ask(large) }, rounds)) };
    lists.push(list);
    const times = [list.small.p50, list.large.p50].map((time) => time.toFixed(2)).join(' → ');
    console.log(`${times} ms, × ${(list.large.p50 / list.small.p50).toFixed(2)}  ${measured.label}`);
  }
  small.close();
  large.close();
  return lists;
}

const BARE_PATH = '/bare';

/** The queue's first page of one tenant, compared with the bare route: sequentially, then 16 concurrent requests. */
async function measureQueue(tenant: BenchTenant, { requests: rounds, turns, seconds }: Effort) {
  const path = pathOf(drafts.type, QUEUE);
  const bare = await startBareRoute(tenant, path);
  const connection = new Connection(tenant);
  const bareConnection = new Connection({ origin: bare.origin, token: '' });
  try {
    const { etag = '' } = await connection.get(path);
    const known = { 'if-none-match': etag };
    const ask =
      (asked: Connection, at: string, expected: number, headers = {}) =>
      async () => {
        const { status } = await asked.get(at, headers);
        if (status !== expected) throw new Error(`${at} was answered with ${status} instead of ${expected}.`);
      };
    const single = await interleave(
      {
        service: ask(connection, path, 200),
        bare: ask(bareConnection, BARE_PATH, 200),
        unchanged: ask(connection, path, 304, known),
      },
      rounds * 5,
    );
    const headers = { 'x-access-token': tenant.token };
    const url = `${tenant.origin}${path}`;
    const loads = {
      service: { url, headers },
      bare: { url: bare.origin + BARE_PATH, headers: {} },
      unchanged: { url, headers: { ...headers, ...known } },
    };
    return { single, loaded: turns > 0 ? await throughput(loads, turns, seconds) : undefined };
  } finally {
    connection.close();
    bareConnection.close();
    await bare.end();
  }
}

function countOf(body: string): string {
  const { meta = {} } = JSON.parse(body);
  if (typeof meta.record_count !== 'number') return '–';
  return `${meta.record_count.toLocaleString('en')}${meta.record_count_is_minimum ? '+' : ''}`;
}
