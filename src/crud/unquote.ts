/** Reverses `quote` of the contract for a filter value. Several values stay as they are spelled. */
export function unquote(value: string): string {
  const quoted = /^"((?:[^"]|"")*)"$/.exec(value);
  return quoted?.[1] === undefined ? value : quoted[1].replaceAll('""', '"');
}
