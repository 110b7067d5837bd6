import { parseArgs } from 'node:util';
import { writeSection } from '#test/bench/document.ts';
import { measureGates } from '#test/bench/gates/gates-part.ts';
import { measureGateway } from '#test/bench/gateway-bench.ts';
import { measureMatching } from '#test/bench/keyword-matching.ts';
import { ENGINES } from '#test/bench/service/engine.ts';
import { measureService } from '#test/bench/service/service-part.ts';
import { ensurePostgres } from './checks/postgres.ts';
import { prepareBrowser } from './prepare-browser.ts';

const USAGE = `npm run bench -- [benchmark…] [options]
  --rooms 1000,100000   size of the small and the large tenant, at least 100; each room has ten drafts
  --engine sqlite       or postgresql; default: both
  --drafts 1000000      gates: drafts of the large tenant
  --repeats 1000        gates: at most, of each request that once ended the process
  --requests 60         per measured request and tenant
  --turns 5 --seconds 3 load test; 0 turns skip it
  --decisions 200 --kept 1000 --rows 10000
                        review queue: decisions by key, drafts kept for the heap test, rows to scroll
  --runs 7              visits of the dashboard and of each baseline, per setting
  --hanging 1000        concurrent requests pending in the gateway
  --to <file>           output document; default: docs/benchmarks.md`;
const MIN_ROOMS = 100;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort(new Error('Stopped.')));

/** Benchmarks by name. Each resolves to its section of the document, heading first. */
const parts: Readonly<Record<string, (options: Options) => Promise<string>>> = {
  service: ({ rooms, engine, requests, turns, seconds }) => {
    const [small = 0, large = 0] = rooms.split(',').map(Number);
    if (!(small >= MIN_ROOMS && large >= MIN_ROOMS)) throw new Error(USAGE);
    return measureService({
      engines: findEngines(engine),
      sizes: { small: { rooms: small }, large: { rooms: large } },
      requests: Number(requests),
      turns: Number(turns),
      seconds: Number(seconds),
      signal: stop.signal,
    });
  },
  gates: ({ drafts, engine, requests, seconds, repeats }) =>
    measureGates({
      engines: findEngines(engine),
      drafts: Number(drafts),
      requests: Number(requests),
      // Longer than a round of the load test, so that every limit is reached.
      seconds: Number(seconds) * 5,
      repeats: Number(repeats),
      signal: stop.signal,
    }),
  review: async ({ decisions, kept, rows }) => {
    prepareBrowser('full');
    // Imported lazily: the Playwright config looks up the browser when it is loaded.
    const { measureReview } = await import('#test/bench/review/review-part.ts');
    return measureReview({ decisions: Number(decisions), kept: Number(kept), rows: Number(rows) });
  },
  dashboard: async ({ runs }) => {
    prepareBrowser('full');
    const { measureDashboard } = await import('#test/bench/dashboard/dashboard-part.ts');
    return measureDashboard({ runs: Number(runs) });
  },
  keywords: async () => measureMatching(),
  gateway: ({ requests, turns, seconds, hanging }) =>
    measureGateway({
      // A request takes a tenth of a millisecond, so a p99 needs many samples.
      requests: Number(requests) * 20,
      turns: Number(turns),
      seconds: Number(seconds),
      hanging: Number(hanging),
    }),
};

function findEngines(engine: string | undefined) {
  const wanted = ENGINES.filter((name) => engine === undefined || engine === name.toLowerCase());
  const found = wanted.filter((name) => name !== 'PostgreSQL' || ensurePostgres());
  if (found.length < wanted.length) console.log('PostgreSQL not found: install the package postgresql.');
  return found;
}

type Options = ReturnType<typeof readOptions>['values'];

function readOptions() {
  return parseArgs({
    allowPositionals: true,
    options: {
      rooms: { type: 'string', default: '1000,100000' },
      drafts: { type: 'string', default: '1000000' },
      repeats: { type: 'string', default: '1000' },
      engine: { type: 'string' },
      requests: { type: 'string', default: '60' },
      turns: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      decisions: { type: 'string', default: '200' },
      kept: { type: 'string', default: '1000' },
      rows: { type: 'string', default: '10000' },
      runs: { type: 'string', default: '7' },
      hanging: { type: 'string', default: '1000' },
      to: { type: 'string', default: 'docs/benchmarks.md' },
    },
  });
}

try {
  const { values: options, positionals } = readOptions();
  const given = process.argv.slice(2);
  const command = given.length > 0 ? `npm run bench -- ${given.join(' ')}` : 'npm run bench';
  for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
    const measure = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (!measure) throw new Error(`Unknown benchmark: ${name}.\n${USAGE}`);
    writeSection(options.to, name, command, await measure(options));
    console.log(`Wrote the results of ${name} to ${options.to}.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
