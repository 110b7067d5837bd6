import { cssLanguage } from '@codemirror/lang-css';
import { htmlLanguage } from '@codemirror/lang-html';
import { jsonLanguage } from '@codemirror/lang-json';
import { type CodeCursor, parseInSlices, walkInSlices } from './parse-in-slices.ts';

export type CodeLanguage = 'css' | 'html' | 'json';

/** An error at a position in a text. */
export interface CodeFault {
  from: number;
  to: number;
  /** Whether the code is only unknown to this browser, not a syntax error. */
  isDoubtful: boolean;
  kind: 'unexpected' | 'unfinished' | 'unclosed' | 'unopened' | 'unknown-property';
  /** The code in question; empty at the end of something unfinished. */
  code: string;
}

const languages = { css: cssLanguage, html: htmlLanguage, json: jsonLanguage };

const MAX_FAULTS = 100;
const MAX_CODE_LENGTH = 40;
/** Elements without a closing tag, or with an optional one. */
const OPEN_ENDED = new Set(
  'area base br col embed hr img input link meta source track wbr html head body p li dt dd option optgroup thead tbody tfoot tr td th colgroup caption rp rt'.split(
    ' ',
  ),
);

/** Finds up to a hundred errors in a text by its syntax tree; undefined if aborted by `signal`. */
export async function findFaults(
  language: CodeLanguage,
  text: string,
  signal: AbortSignal,
): Promise<CodeFault[] | undefined> {
  // The grammar of HTML reports an error in an empty text.
  if (language !== 'json' && text.trim() === '') return [];
  const tree = await parseInSlices(languages[language], text, signal);
  if (!tree) return undefined;
  const faults: CodeFault[] = [];
  const isWhole = await walkInSlices(tree, signal, (node) => {
    if (faults.length >= MAX_FAULTS) return false;
    // The grammar reports some unquoted URLs as errors, which browsers accept.
    if (node.name === 'CallLiteral') return false;
    const fault = faultAt(node, text);
    if (fault && faults.at(-1)?.to !== fault.to) faults.push(fault);
    return true;
  });
  return isWhole ? faults : undefined;
}

function faultAt(node: CodeCursor, text: string): CodeFault | undefined {
  const { name, from, to } = node;
  const code = text.slice(from, Math.min(to, from + MAX_CODE_LENGTH)).trim();
  const fault = { from, to, isDoubtful: false, code };
  if (node.type.isError) {
    const isAtEnd = from === to;
    return { ...fault, from: isAtEnd ? Math.max(0, from - 1) : from, kind: isAtEnd ? 'unfinished' : 'unexpected' };
  }
  if (name === 'MismatchedCloseTag') return { ...fault, kind: 'unopened' };
  if (name === 'IncompleteTag' || name === 'IncompleteCloseTag') return { ...fault, kind: 'unfinished' };
  if (name === 'Element') return unclosed(node, text);
  if (name === 'PropertyName' && node.node.parent?.name === 'Declaration' && !isKnown(code)) {
    return { ...fault, kind: 'unknown-property', isDoubtful: true };
  }
  return undefined;
}

function unclosed({ node }: CodeCursor, text: string): CodeFault | undefined {
  const open = node.getChild('OpenTag');
  const name = open?.getChild('TagName');
  if (!open || !name || node.getChild('CloseTag')) return undefined;
  const tag = text.slice(name.from, name.to);
  if (OPEN_ENDED.has(tag.toLowerCase())) return undefined;
  return { from: open.from, to: open.to, isDoubtful: false, kind: 'unclosed', code: `<${tag}>` };
}

/** Whether this browser supports a property. A leading hyphen marks vendor and custom properties. */
function isKnown(property: string): boolean {
  return property.startsWith('-') || (globalThis.CSS?.supports?.(property, 'inherit') ?? true);
}
