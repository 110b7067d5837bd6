import { Agent, get } from 'node:http';

/** Where a service answers, and who asks there. */
export interface Target {
  origin: string;
  token: string;
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
/** No request is waited for longer. */
const LONGEST_MS = 30_000;

/** One connection to a service, for one request after the other. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  get(path: string, headers: Headers = {}): Promise<Answer> {
    const { origin, token } = this.#target;
    const options = { agent: this.#agent, timeout: LONGEST_MS, headers: { 'x-access-token': token, ...headers } };
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

/** A request that is made again and again; it throws where the answer is not what it should be. */
export type Repeated = () => Promise<unknown>;

/** Makes requests in turns, so that whatever else the machine does meets all of them alike. */
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
  // The names are those of the requests.
  return Object.fromEntries(measured) as Record<Name, Latency>;
}

function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
