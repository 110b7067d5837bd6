import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';

const INTRODUCTION = `# Benchmarks

\`npm run bench\` writes each section, with the machine and the command under its heading. Other programs were running on
the machine: ratios, whose two sides were measured in turns within one run, are more reliable than times.
`;

/** Replaces a part's section of the document. */
export function writeSection(file: string, part: string, command: string, section: string): void {
  const known = existsSync(file) ? readFileSync(file, 'utf8') : INTRODUCTION;
  const [begin, end] = [`<!-- ${part} begins -->`, `<!-- ${part} ends -->`];
  const [heading = '', ...text] = section.split('\n\n');
  const block = [begin, heading, `${machine()} \`${command}\``, ...text, end].join('\n\n');
  const [from, to] = [known.indexOf(begin), known.indexOf(end)];
  const before = from < 0 ? known.trimEnd() : known.slice(0, from).trimEnd();
  const after = to < 0 ? '' : known.slice(to + end.length).trim();
  writeFileSync(file, `${[before, block, after].filter(Boolean).join('\n\n')}\n`);
}

/** The hardware and software the figures depend on, without any host name or path. */
function machine() {
  const model = cpus()[0]?.model.trim() || 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `${date}; ${availableParallelism()} cores (${model}), ${memory} GiB, ${platform()} ${arch()}, Node ${process.versions.node}.`;
}
