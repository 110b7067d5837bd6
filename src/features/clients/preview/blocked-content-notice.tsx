import { htmlLanguage } from '@codemirror/lang-html';
import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useDebounced } from '#src/lib/hooks/use-debounced.ts';
import { parseInSlices, walkInSlices } from '#src/ui/code-editor/parse-in-slices.ts';
import type { ClientCode } from './preview-frame.tsx';

const PAUSE_MS = 400;
const MAX_SHOWN = 50;

/** Lists what the preview blocks, so that blank spots are not mistaken for bugs. */
export function BlockedContentNotice({ code }: { code: ClientCode }) {
  const [found, setFound] = useState<readonly Blocked[]>([]);
  const settled = useDebounced(code, PAUSE_MS);
  useEffect(() => {
    const reading = new AbortController();
    void findBlocked(settled, reading.signal).then((blocked) => {
      if (blocked && !reading.signal.aborted) setFound(blocked);
    });
    return () => reading.abort();
  }, [settled]);

  if (found.length === 0) {
    return (
      <p className="border-line border-t px-3 py-2 text-muted text-sm">
        <Trans>Preview – links and buttons are disabled</Trans>
      </p>
    );
  }
  return (
    <details className="max-h-40 overflow-y-auto border-line border-t px-3 py-2 text-sm">
      <summary>
        <Plural value={found.length} one="# item blocked in preview" other="# items blocked in preview" />
      </summary>
      <ul className="flex flex-col gap-1 pt-1 text-muted">
        {found.slice(0, MAX_SHOWN).map(({ kind, sample }) => (
          <li key={`${kind} ${sample}`} className="min-w-0">
            {kindWords[kind]} <code className="break-all font-mono">{sample}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

const kindWords: Record<BlockedKind, ReactNode> = {
  script: <Trans>Script (doesn’t run):</Trans>,
  address: <Trans>External address (not loaded):</Trans>,
  frame: <Trans>Embedded page (not loaded):</Trans>,
  head: <Trans>Browser directive (removed):</Trans>,
};

type BlockedKind = 'script' | 'address' | 'frame' | 'head';

/** Something the preview blocks that may work on a customer's site. */
export interface Blocked {
  kind: BlockedKind;
  /** The code, truncated; for kind `address` the URL. */
  sample: string;
}

const MAX_SAMPLE_LENGTH = 80;
const LOADING = new Set([
  'src',
  'srcset',
  'poster',
  'background',
  'data',
  'action',
  'formaction',
  'xlink:href',
  'ping',
]);
const FRAMES = new Set(['iframe', 'frame', 'object', 'embed']);
const HEAD = new Set(['base', 'meta']);
const COMMENT = /\/\*[\s\S]*?\*\//g;
const CSS_ADDRESS = /\burl\(\s*["']?([^"')]*)|@import\s+["']([^"']*)|\bimage-set\(\s*["']([^"']*)/gi;

/** Finds what the preview blocks by parsing the code. Resolves to undefined if `signal` aborted it. */
export async function findBlocked(
  { html, css, guestCss }: ClientCode,
  signal: AbortSignal,
): Promise<Blocked[] | undefined> {
  const found: Blocked[] = [];
  const tree = await parseInSlices(htmlLanguage, html, signal);
  if (!tree) return undefined;
  let tag = '';
  const isWhole = await walkInSlices(tree, signal, ({ name, from, to }) => {
    if (name === 'TagName') tag = html.slice(from, to).toLowerCase();
    const isStart = name === 'TagName' && html[from - 1] === '<';
    if (isStart && tag === 'script') add(found, 'script', html.slice(from - 1));
    if (isStart && FRAMES.has(tag)) add(found, 'frame', html.slice(from - 1));
    if (isStart && HEAD.has(tag)) add(found, 'head', html.slice(from - 1));
    if (name === 'Attribute') found.push(...inAttribute(tag, html.slice(from, to)));
    // Don't descend into scripts: they are reported as a whole.
    return name !== 'ScriptText';
  });
  if (!isWhole) return undefined;
  for (const text of [html, css, guestCss]) found.push(...inCss(text));
  const known = new Map(found.map((blocked) => [`${blocked.kind} ${blocked.sample}`, blocked]));
  return [...known.values()];
}

function inAttribute(tag: string, text: string): Blocked[] {
  const found: Blocked[] = [];
  const [, rawName = '', rawValue = ''] = /^([^=\s]+)\s*=?\s*([\s\S]*)$/.exec(text) ?? [];
  const name = rawName.toLowerCase();
  const value = plain(rawValue.replace(/^["']|["']$/g, ''));
  if (/^on\w/.test(name)) add(found, 'script', text);
  if (/^(java|vb)script:/i.test(value)) add(found, 'script', value);
  const isLoading = LOADING.has(name) || (name === 'href' && !['a', 'area', 'base'].includes(tag));
  if (isLoading && !FRAMES.has(tag)) found.push(...addresses(name === 'srcset' ? value.split(/,\s+/) : [value]));
  return found;
}

const inCss = (css: string): Blocked[] =>
  addresses(
    Array.from(css.replace(COMMENT, '').matchAll(CSS_ADDRESS), ([, url, imported, image]) => url ?? imported ?? image),
  );

function addresses(values: readonly (string | undefined)[]): Blocked[] {
  const found: Blocked[] = [];
  for (const value of values) {
    const address = value?.trim() ?? '';
    if (address !== '' && !/^(data:|#|about:|(java|vb)script:)/i.test(address)) add(found, 'address', address);
  }
  return found;
}

function add(found: Blocked[], kind: BlockedKind, text: string) {
  // The sample of an element is its opening tag, that of anything else its first line.
  const [first = ''] = text.slice(0, 2 * MAX_SAMPLE_LENGTH).split(text.startsWith('<') ? /(?<=>)|\n/ : '\n', 1);
  const line = first.trim();
  found.push({ kind, sample: line.length > MAX_SAMPLE_LENGTH ? `${line.slice(0, MAX_SAMPLE_LENGTH - 1)}…` : line });
}

/** Decodes character references of an attribute value and removes its inner whitespace: both can hide a URL. */
function plain(value: string): string {
  const codes = value.replace(/&#(x[\da-f]+|\d+);?/gi, (sign, number: string) => {
    const code = number.toLowerCase().startsWith('x') ? Number.parseInt(number.slice(1), 16) : Number(number);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : sign;
  });
  return codes
    .replace(/&(tab|newline);|[\t\n\r]/gi, '')
    .replace(/&colon;/gi, ':')
    .trim();
}
