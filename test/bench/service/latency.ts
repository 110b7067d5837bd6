import { Agent, get } from 'node:http';
import { quantile } from '../quantile.ts';

/** Origin of a service, and the caller's token. */
export interface Target {
  origin: string;
  token: string;
  /** The tenant's host name, where it is not the origin's. */
  host?: string;
}

export interface Answer {
  status: number;
  etag: string | undefined;
  body: string;
}

/** Milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
}

type Headers = Readonly<Record<string, string>>;

const WARM_UP = 20;
/** Timeout of a request. */
const LONGEST_MS = 30_000;

/** One keep-alive connection to a service, for sequential requests. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  get(path: string, headers: Headers = {}): Promise<Answer> {
    const { origin, token, host } = this.#target;
    const own = { 'x-access-token': token, ...(host && { host }) };
    const options = { agent: this.#agent, timeout: LONGEST_MS, headers: { ...own, ...headers } };
    return new Promise((resolve, reject) => {
      const request = get(`${origin}${path}`, options, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, etag: headers.etag, body: Buffer.concat(parts).toString() });
        });
      });
      request.on('timeout', () => request.destroy(new Error(`${path} took longer than ${LONGEST_MS} ms.`)));
      request.on('error', reject);
    });
  }

  close() {
    this.#agent.destroy();
  }
}

/** A repeatable request; throws on an unexpected response. */
export type Repeated = () => Promise<unknown>;

/** Interleaves the requests, so that other load on the machine affects all of them alike. */
export async function interleave<Name extends string>(
  requests: Readonly<Record<Name, Repeated>>,
  rounds: number,
): Promise<Record<Name, Latency>> {
  const names = Object.keys(requests) as Name[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = -Math.min(WARM_UP, rounds); round < rounds; round += 1) {
    for (const name of names) {
      const beganAt = performance.now();
      await requests[name]();
      if (round >= 0) times.get(name)?.push(performance.now() - beganAt);
    }
  }
  const measured = names.map((name) => [name, latencyOf(times.get(name) ?? [])]);
  // The keys are those of `requests`.
  return Object.fromEntries(measured) as Record<Name, Latency>;
}

export const latencyOf = (times: readonly number[]): Latency => ({
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
});
