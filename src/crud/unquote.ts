/** The text of a filter value that `quote` of the contract wrote. Several values stay as they are spelled. */
export function unquote(value: string): string {
  const quoted = /^"((?:[^"]|"")*)"$/.exec(value);
  return quoted?.[1] === undefined ? value : quoted[1].replaceAll('""', '"');
}
