/** A part of a document that is JSON already. Within anything else that is made JSON of, it is what it says. */
export class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/**
 * A document as the bytes of its JSON. Records are encoded one by one: a single sign beyond Latin-1 makes the text that
 * it stands in slow to encode from end to end.
 */
export function encodeDocument(document: object): Buffer {
  if (document instanceof Written) return Buffer.from(document.text);
  const pieces: string[] = [];
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue;
    pieces.push(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    if (!Array.isArray(value)) pieces.push(textOf(value));
    else if (value.length === 0) pieces.push('[]');
    else pieces.push(...value.map((item, index) => (index === 0 ? '[' : ',') + textOf(item)), ']');
  }
  pieces.push(pieces.length === 0 ? '{}' : '}');
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let end = 0;
  for (const piece of pieces) end += bytes.write(piece, end);
  return bytes;
}

const textOf = (value: unknown) => (value instanceof Written ? value.text : JSON.stringify(value));
