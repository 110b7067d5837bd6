import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { z } from 'zod';

const shot = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  host: z.string(),
  token: z.string(),
  body: z.string().optional(),
});
/** A request that is sent repeatedly. */
export type Shot = z.infer<typeof shot>;

const plan = z.object({
  origin: z.string(),
  shots: z.array(shot),
  connections: z.number(),
  /** Minimum time between two requests of a connection, which bounds their number. */
  everyMs: z.number(),
  most: z.number(),
});
export type Plan = z.infer<typeof plan>;

const tally = z.record(z.string(), z.number());
/** Responses by status. Refusals without `Retry-After` and lost connections are counted separately. */
export type Tally = z.infer<typeof tally>;

/** The status of a request whose connection was lost. */
export const LOST = 'no answer';

export interface Attack {
  /** Resolves when the maximum number of requests was sent. */
  done: Promise<Tally>;
  end(): Promise<Tally>;
}

/** Sends requests from a worker thread, so that they do not disturb the measurements of this one. */
export function startAttack(attack: Plan): Attack {
  const worker = new Worker(new URL(import.meta.url), { workerData: attack });
  const done = new Promise<Tally>((resolve, reject) => {
    worker.once('message', (message) => resolve(tally.parse(message)));
    worker.once('error', reject);
  });
  return {
    done,
    end: () => {
      worker.postMessage('end');
      return done;
    },
  };
}

const given = plan.safeParse(workerData);
if (parentPort && given.success) await run(given.data, parentPort);

async function run({ origin, shots, connections, everyMs, most }: Plan, port: NonNullable<typeof parentPort>) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const seen: Tally = {};
  let isGoing = true;
  let sent = 0;
  port.once('message', () => {
    isGoing = false;
    agent.destroy();
  });
  const attackers = Array.from({ length: connections }, async () => {
    while (isGoing && sent < most) {
      const next = shots[sent++ % shots.length];
      if (!next) return;
      const pause = delay(everyMs);
      const status = await send(origin, next, agent);
      // Requests in flight at the end of the attack are not counted.
      if (isGoing) seen[status] = (seen[status] ?? 0) + 1;
      await pause;
    }
  });
  await Promise.all(attackers);
  agent.destroy();
  port.postMessage(seen);
  port.close();
}

function send(origin: string, { method, path, host, token, body }: Shot, agent: Agent): Promise<string> {
  const headers = { host, 'x-access-token': token, ...(body && { 'content-type': 'application/vnd.api+json' }) };
  return new Promise((resolve) => {
    const sending = request(`${origin}${path}`, { method, agent, headers }, (response) => {
      const { statusCode = 0 } = response;
      const isSilent = (statusCode === 429 || statusCode === 503) && response.headers['retry-after'] === undefined;
      const status = isSilent ? `${statusCode} without Retry-After` : String(statusCode);
      response
        .resume()
        .on('end', () => resolve(status))
        .on('error', () => resolve(LOST));
    });
    sending.on('error', () => resolve(LOST));
    sending.end(body);
  });
}
