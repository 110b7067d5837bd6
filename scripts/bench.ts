import { parseArgs } from 'node:util';
import { writeSection } from '#test/bench/document.ts';
import { measureGateway } from '#test/bench/gateway-bench.ts';
import { ENGINES } from '#test/bench/service/engine.ts';
import { measureService } from '#test/bench/service/service-part.ts';
import { havePostgres } from './checks/postgres.ts';
import { prepareBrowser } from './prepare-browser.ts';

const USAGE = `npm run bench -- [part…] [options]
  --rooms 1000,100000   of the small and of the large tenant, 100 at least; each room has ten drafts
  --engine sqlite       or postgresql; both where it is left out
  --requests 60         for each measured request and tenant
  --turns 5 --seconds 3 under load; no turns, no load
  --decisions 200 --kept 1000 --rows 10000
                        of the review desk: by key, for the heap, and in the list that is scrolled
  --runs 7              visits of the dashboard and of each of its floors, in either setting
  --hanging 1000        requests that the gateway waits for
  --to <file>           the document, docs/benchmarks.md where it is left out`;
const FEWEST_ROOMS = 100;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort(new Error('Stopped.')));

/** Benchmarks by name. Each resolves to its section of the document, heading first. */
const parts: Readonly<Record<string, (options: Options) => Promise<string>>> = {
  service: ({ rooms, engine, requests, turns, seconds }) => {
    const [small = 0, large = 0] = rooms.split(',').map(Number);
    if (!(small >= FEWEST_ROOMS && large >= FEWEST_ROOMS)) throw new Error(USAGE);
    const wanted = ENGINES.filter((name) => engine === undefined || engine === name.toLowerCase());
    const engines = wanted.filter((name) => name !== 'PostgreSQL' || havePostgres());
    if (engines.length < wanted.length) console.log('No PostgreSQL was found: install the package postgresql.');
    return measureService({
      engines,
      sizes: { small: { rooms: small }, large: { rooms: large } },
      requests: Number(requests),
      turns: Number(turns),
      seconds: Number(seconds),
      signal: stop.signal,
    });
  },
  review: async ({ decisions, kept, rows }) => {
    prepareBrowser();
    // Imported lazily: the Playwright config looks up the browser when it is loaded.
    const { measureReview } = await import('#test/bench/review/review-part.ts');
    return measureReview({ decisions: Number(decisions), kept: Number(kept), rows: Number(rows) });
  },
  dashboard: async ({ runs }) => {
    prepareBrowser();
    const { measureDashboard } = await import('#test/bench/dashboard/dashboard-part.ts');
    return measureDashboard({ runs: Number(runs) });
  },
  gateway: ({ requests, turns, seconds, hanging }) =>
    measureGateway({
      // A request takes a tenth of a millisecond, so a p99 needs many samples.
      requests: Number(requests) * 20,
      turns: Number(turns),
      seconds: Number(seconds),
      hanging: Number(hanging),
    }),
};

type Options = ReturnType<typeof readOptions>['values'];

function readOptions() {
  return parseArgs({
    allowPositionals: true,
    options: {
      rooms: { type: 'string', default: '1000,100000' },
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
    if (!measure) throw new Error(`There is no part ${name}.\n${USAGE}`);
    writeSection(options.to, name, command, await measure(options));
    console.log(`${options.to} has the figures of the ${name}.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
