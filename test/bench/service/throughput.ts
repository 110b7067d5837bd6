import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { median } from '../quantile.ts';

/** A request that sixteen clients repeat concurrently, each in a closed loop. */
export interface Load {
  url: string;
  headers: Readonly<Record<string, string>>;
}

const CONNECTIONS = 16;
const PROGRAM = fileURLToPath(import.meta.resolve('autocannon'));
const answered = z.object({
  requests: z.object({ average: z.number() }),
  errors: z.number(),
  '4xx': z.number(),
  '5xx': z.number(),
});

/** Requests a second of each load: the median of `turns` rounds of `seconds` each. */
export async function throughput<Name extends string>(
  loads: Readonly<Record<Name, Load>>,
  turns: number,
  seconds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(loads) as Name[];
  const rates = new Map(names.map((name) => [name, [] as number[]]));
  // The first round warms up.
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const name of names) {
      const rate = await shoot(loads[name], turn === 0 ? 1 : seconds);
      if (turn > 0) rates.get(name)?.push(rate);
    }
  }
  // The keys are those of `loads`.
  return Object.fromEntries(names.map((name) => [name, median(rates.get(name) ?? [])])) as Record<Name, number>;
}

async function shoot({ url, headers }: Load, seconds: number): Promise<number> {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const args = [PROGRAM, '--json', '-c', `${CONNECTIONS}`, '-d', `${seconds}`, ...lines, url];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const result = answered.parse(JSON.parse(stdout));
  if (result.errors + result['4xx'] + result['5xx'] > 0) throw new Error(`${url} failed under load: ${stdout}`);
  return result.requests.average;
}
