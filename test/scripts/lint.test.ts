import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

// Split, or the lint rule would reject this file as well.
const SAME_ORIGIN = ['allow', 'same-origin'].join('-');
const frame = (attributes: string) =>
  `export const Show = (p: { t: string }) => <iframe title={p.t} ${attributes} />;\n`;

/** Violations by file path. */
const BREACHES = {
  'src/lib/inner.ts': 'export const show = (e: Element, t: string) => {\n  e.innerHTML = t;\n};\n',
  'src/lib/outer.ts': 'export const show = (e: Element, t: string) => {\n  e.outerHTML = t;\n};\n',
  'src/lib/adjacent.ts': "export const show = (e: Element, t: string) => e.insertAdjacentHTML('beforeend', t);\n",
  'src/lib/write.ts': 'export const show = (t: string) => document.write(t);\n',
  'src/lib/write-line.ts': 'export const show = (t: string) => document.writeln(t);\n',
  'src/lib/unsafe.ts': 'export const show = (e: Element, t: string) => e.setHTMLUnsafe(t);\n',
  'src/lib/fragment.ts': 'export const show = (r: Range, t: string) => r.createContextualFragment(t);\n',
  'src/lib/by-name.ts': "export const show = (e: Element, t: string) => e.setAttribute('srcdoc', t);\n",
  'src/lib/eval.ts': 'export const run = (t: string) => eval(t);\n',
  'src/lib/function.ts': 'export const run = (t: string) => new Function(t);\n',
  'src/lib/timer.ts': "export const run = () => setTimeout('alert(1)', 1);\n",
  'src/lib/script-address.tsx': 'export const Go = () => <a href="javascript:alert(1)">Go</a>;\n',
  'src/lib/srcdoc.tsx': frame('className="wide" srcDoc={p.t}'),
  'src/lib/sandbox.tsx': frame(`sandbox="allow-scripts ${SAME_ORIGIN}"`),
  'src/lib/sandbox-template.ts': `export const sandbox = (t: string) => \`${SAME_ORIGIN} \${t}\`;\n`,
  'src/lib/sandbox-text.ts': `export const sandbox = '${SAME_ORIGIN}';\n`,
  'src/lib/dangerous.tsx':
    'export const Show = (p: { t: string }) => <p dangerouslySetInnerHTML={{ __html: p.t }} />;\n',
  'src/features/rooms/load.ts': "export const load = () => fetch('/rapi/v1/rooms');\n",
  'server/resources/load.ts': "export const load = () => fetch('https://example.com');\n",
};
const ALLOWED = { 'src/api/load.ts': "export const load = () => fetch('/rapi/v1/rooms');\n" };

const report = z.object({ diagnostics: z.array(z.object({ location: z.object({ path: z.string() }) })) });
let tree: string;
let refused: Set<string>;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'countersign-lint-'));
  for (const file of ['biome.json', '.gitignore', 'scripts/lint']) cpSync(file, join(tree, file), { recursive: true });
  for (const [file, text] of Object.entries({ ...BREACHES, ...ALLOWED })) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  const biome = join(process.cwd(), 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=json'], { cwd: tree, encoding: 'utf8' });
  refused = new Set(report.parse(JSON.parse(stdout)).diagnostics.map(({ location }) => location.path));
});

afterAll(() => rmSync(tree, { recursive: true }));

describe('the linter', () => {
  test.each(Object.keys(BREACHES))('refuses %s', (file) => expect([...refused]).toContain(file));
  test.each(Object.keys(ALLOWED))('lets %s pass', (file) => expect([...refused]).not.toContain(file));
});
