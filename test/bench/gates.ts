import { availableParallelism, cpus } from 'node:os';
import { findPostgres } from '../postgres/find-postgres.ts';
import { type Desk, startDesk } from './gates/desk.ts';
import { type Gate, isHeld } from './gates/gate.ts';
import { neverStuck } from './gates/never-stuck.ts';
import { overload } from './gates/overload.ts';

/** Number of drafts to search; override with `DRAFTS`. */
const DRAFTS = Number(process.env.DRAFTS ?? 100_000);

const engines: Desk['engine'][] = findPostgres() ? ['SQLite', 'PostgreSQL'] : ['SQLite'];
console.log(
  `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model}, ${DRAFTS} drafts of ${DRAFTS / 10} rooms\n`,
);
console.log('| Engine | Gate | Measured | At most | Held | |\n|---|---|--:|--:|---|---|');
let missed = 0;
for (const engine of engines) {
  const desk = await startDesk(engine, DRAFTS);
  try {
    for (const gate of [...(await overload(desk)), ...(await neverStuck(desk))]) {
      if (!isHeld(gate)) missed += 1;
      console.log(line(engine, gate));
    }
  } finally {
    await desk.remove();
  }
}
process.exitCode = missed > 0 ? 1 : 0;

function line(engine: string, gate: Gate) {
  const figure = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ${gate.unit}`;
  const cells = [
    engine,
    gate.name,
    figure(gate.measured),
    figure(gate.most),
    isHeld(gate) ? 'yes' : '**no**',
    gate.note,
  ];
  return `| ${cells.join(' | ')} |`;
}
