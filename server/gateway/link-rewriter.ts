import { Transform } from 'node:stream';

/**
 * The part of a JSON:API document that a value belongs to. Links are the members of `links` and `href` of link objects.
 * In attributes and meta (`data`), the same names are user data.
 */
type Place = 'document' | 'relationships' | 'links' | 'link' | 'data';

interface Container {
  isObject: boolean;
  place: Exclude<Place, 'data'>;
}

const [QUOTE, BACKSLASH, COMMA] = Buffer.from('"\\,');
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = Buffer.from('{}[]');
/** Longer names and links pass through unchanged, so that buffers do not grow with the body. */
const MAX_BYTES = 8_192;
/** JSON:API nests far less outside of user data. The rest of a deeper document passes through unchanged. */
const MAX_DEPTH = 1_000;

/**
 * Replaces the links of a JSON:API document while it streams; `replace` returns undefined to keep a link. All other
 * bytes pass through unchanged, including malformed documents.
 */
export function linkRewriter(replace: (link: string) => string | undefined): Transform {
  const scanner = new LinkScanner(replace);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      done(null, scanner.scan(chunk));
    },
    flush(done) {
      done(null, scanner.rest());
    },
  });
}

class LinkScanner {
  readonly #replace: (link: string) => string | undefined;
  /** The open containers, from the outermost. Containers of user data are only counted. */
  readonly #containers: Container[] = [];
  /** Number of open containers of user data. */
  #dataDepth = 0;
  /** The document nests deeper than `MAX_DEPTH`. */
  #isStopped = false;
  /** Kind of the current string; undefined between strings. */
  #string: 'name' | 'link' | 'other' | undefined;
  /** The next string is the name of a member. */
  #isNameNext = false;
  /** The name of the current member. */
  #name = '';
  /** The next byte is escaped by a backslash in the previous chunk. */
  #isEscaped = false;
  /** Start of the current name or link, from previous chunks. The start of a link has not been sent yet. */
  #begun: Buffer = Buffer.alloc(0);

  constructor(replace: (link: string) => string | undefined) {
    this.#replace = replace;
  }

  scan(chunk: Buffer): Buffer {
    if (this.#isStopped) return chunk;
    const passed: Buffer[] = [];
    let passedTo = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#string === undefined) {
        at = this.#skipToString(chunk, at);
        continue;
      }
      const end = this.#endOfString(chunk, at);
      const part = chunk.subarray(at, end);
      if (this.#string === 'link') {
        const link = this.#begun.length > 0 ? Buffer.concat([this.#begun, part]) : part;
        const isOver = end < chunk.length || link.length > MAX_BYTES;
        passed.push(chunk.subarray(passedTo, at), isOver ? this.#rewrite(link) : Buffer.alloc(0));
        passedTo = end;
        this.#begun = isOver ? Buffer.alloc(0) : Buffer.from(link);
        if (isOver) this.#string = 'other';
      } else if (this.#string === 'name') {
        this.#begun = Buffer.concat([this.#begun, part.subarray(0, MAX_BYTES - this.#begun.length)]);
      }
      if (end < chunk.length) this.#endString();
      at = end + 1;
    }
    passed.push(chunk.subarray(passedTo));
    return passed.length === 1 ? chunk : Buffer.concat(passed);
  }

  /** Returns the unsent start of a link, for a document that ended within it. */
  rest(): Buffer {
    return this.#string === 'link' ? this.#begun : Buffer.alloc(0);
  }

  /** Reads punctuation up to the next string. Returns the index of its first byte. */
  #skipToString(chunk: Buffer, from: number) {
    for (let at = from; at < chunk.length && !this.#isStopped; at += 1) {
      const byte = chunk[at];
      if (byte === QUOTE) {
        this.#beginString();
        return at + 1;
      }
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#open(byte === OPEN_OBJECT);
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#close();
      else if (byte === COMMA) this.#isNameNext = this.#containers.at(-1)?.isObject === true;
    }
    return chunk.length;
  }

  #open(isObject: boolean) {
    const place = this.#dataDepth > 0 ? 'data' : placeWithin(this.#containers.at(-1), this.#name);
    const isLinkList = !isObject && (place === 'links' || place === 'link');
    if (place === 'data' || isLinkList) this.#dataDepth += 1;
    else if (this.#containers.length === MAX_DEPTH) this.#isStopped = true;
    else this.#containers.push({ isObject, place });
    this.#isNameNext = isObject;
  }

  #close() {
    if (this.#dataDepth > 0) this.#dataDepth -= 1;
    else this.#containers.pop();
  }

  #beginString() {
    const container = this.#dataDepth > 0 ? undefined : this.#containers.at(-1);
    if (!container) {
      this.#string = 'other';
      return;
    }
    const { place, isObject } = container;
    const isLink = isObject && (place === 'links' || (place === 'link' && this.#name === 'href'));
    if (this.#isNameNext) this.#string = 'name';
    else this.#string = isLink ? 'link' : 'other';
  }

  #endString() {
    if (this.#string === 'name') {
      this.#name = this.#begun.toString();
      this.#begun = Buffer.alloc(0);
    }
    this.#isNameNext = false;
    this.#string = undefined;
  }

  /** Returns the index of the closing quote; the chunk's length if it is in a later chunk. */
  #endOfString(chunk: Buffer, from: number) {
    let at = this.#isEscaped ? from + 1 : from;
    this.#isEscaped = false;
    for (;;) {
      const quote = chunk.indexOf('"', at);
      const end = quote === -1 ? chunk.length : quote;
      let backslashes = 0;
      while (end - backslashes > at && chunk[end - backslashes - 1] === BACKSLASH) backslashes += 1;
      const isEscaped = backslashes % 2 === 1;
      if (quote === -1) this.#isEscaped = isEscaped;
      if (quote === -1 || !isEscaped) return end;
      at = quote + 1;
    }
  }

  #rewrite(link: Buffer) {
    const text = link.length > MAX_BYTES ? undefined : parseText(link.toString());
    const replaced = text === undefined ? undefined : this.#replace(text);
    return replaced === undefined ? link : Buffer.from(JSON.stringify(replaced).slice(1, -1));
  }
}

function placeWithin(container: Container | undefined, name: string): Place {
  if (!container) return 'document';
  const { isObject, place } = container;
  if (!isObject) return place;
  if (place === 'links') return 'link';
  if (place === 'relationships') return 'document';
  if (place !== 'document' || name === 'attributes' || name === 'meta') return 'data';
  return name === 'links' || name === 'relationships' ? name : 'document';
}

/** The text of a JSON string without its quotes; undefined if it is malformed. */
function parseText(literal: string): string | undefined {
  if (!literal.includes('\\')) return literal;
  try {
    return String(JSON.parse(`"${literal}"`));
  } catch {
    return undefined;
  }
}
