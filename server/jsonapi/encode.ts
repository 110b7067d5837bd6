/**
 * A document as the bytes of its JSON. Records are encoded one by one: a single sign beyond Latin-1 makes the text that
 * it stands in slow to encode from end to end.
 */
export function encodeDocument(document: object): Buffer {
  const pieces: string[] = [];
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue;
    pieces.push(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    if (!Array.isArray(value)) pieces.push(JSON.stringify(value));
    else if (value.length === 0) pieces.push('[]');
    else pieces.push(...value.map((item, index) => (index === 0 ? '[' : ',') + JSON.stringify(item)), ']');
  }
  pieces.push(pieces.length === 0 ? '{}' : '}');
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}
