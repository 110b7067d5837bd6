/** Raw JSON, inserted into documents without parsing. `JSON.stringify` of an enclosing value expands it. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/**
 * Encodes a document as UTF-8 JSON. Records are encoded separately, because a single character beyond Latin-1 slows
 * down the encoding of its entire string.
 */
export function encodeDocument(document: object): Buffer {
  if (document instanceof RawJson) return Buffer.from(document.text);
  const pieces: string[] = [];
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue;
    pieces.push(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    if (!Array.isArray(value)) pieces.push(stringify(value));
    else if (value.length === 0) pieces.push('[]');
    else pieces.push(...value.map((item, index) => (index === 0 ? '[' : ',') + stringify(item)), ']');
  }
  pieces.push(pieces.length === 0 ? '{}' : '}');
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let end = 0;
  for (const piece of pieces) end += bytes.write(piece, end);
  return bytes;
}

const stringify = (value: unknown) => (value instanceof RawJson ? value.text : JSON.stringify(value));
