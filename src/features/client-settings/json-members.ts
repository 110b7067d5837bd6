import { jsonLanguage } from '@codemirror/lang-json';
import { asRecord, parseJson } from '#src/lib/json.ts';

/** A member of a JSON object, with the offsets of its value in the text. */
export interface JsonMember {
  /** Index and key, because keys may repeat. */
  id: string;
  key: string;
  value: unknown;
  from: number;
  to: number;
}

/** Members of the JSON object in a text; undefined if the text is not one. An empty text is an empty object. */
export function readMembers(text: string): JsonMember[] | undefined {
  const whole = text.trim() === '' ? {} : asRecord(parseJson(text));
  if (!whole) return undefined;
  const members: JsonMember[] = [];
  const object = jsonLanguage.parser.parse(text).topNode.getChild('Object');
  for (const property of object?.getChildren('Property') ?? []) {
    const name = property.getChild('PropertyName');
    const place = property.lastChild;
    const key = name && parseJson(text.slice(name.from, name.to));
    if (typeof key !== 'string' || !place) continue;
    const value = parseJson(text.slice(place.from, place.to));
    members.push({ id: `${members.length} ${key}`, key, value, from: place.from, to: place.to });
  }
  return members;
}

/** Replaces the value of one member. Everything else keeps its spelling, large numbers included. */
function replaceMember(text: string, { from, to }: JsonMember, value: unknown): string {
  return text.slice(0, from) + spell(value, indentAt(text, from)) + text.slice(to);
}

/**
 * Sets the value at a path of keys in the text of a JSON object, creating missing parents; `undefined` removes it.
 * Everything else keeps its spelling. The text must be valid for `readMembers`.
 */
export function writeMember(text: string, path: readonly [string, ...string[]], value: unknown): string {
  const [key, next, ...rest] = path;
  const members = readMembers(text) ?? [];
  // If a key repeats, its last occurrence counts.
  const member = members.findLast((one) => one.key === key);
  if (member && next === undefined) {
    return value === undefined ? removeMember(text, members, member) : replaceMember(text, member, value);
  }
  if (member && asRecord(member.value)) {
    const inner = writeMember(text.slice(member.from, member.to), [next ?? '', ...rest], value);
    return text.slice(0, member.from) + inner + text.slice(member.to);
  }
  if (value === undefined) return text;
  const added = [next, ...rest].reduceRight<unknown>(
    (held, name) => (name === undefined ? held : { [name]: held }),
    value,
  );
  return member ? replaceMember(text, member, added) : appendMember(text, members, key, added);
}

function appendMember(text: string, members: readonly JsonMember[], key: string, value: unknown): string {
  const last = members.at(-1);
  if (!last) return `{\n  ${JSON.stringify(key)}: ${spell(value, '  ')}\n}`;
  const indent = indentAt(text, last.from);
  const isOnOneLine = !text.slice(0, last.from).includes('\n');
  const between = isOnOneLine ? ' ' : `\n${indent}`;
  return `${text.slice(0, last.to)},${between}${JSON.stringify(key)}: ${spell(value, indent)}${text.slice(last.to)}`;
}

function removeMember(text: string, members: readonly JsonMember[], member: JsonMember): string {
  const index = members.indexOf(member);
  const before = members[index - 1];
  if (before) return text.slice(0, before.to) + text.slice(member.to);
  const after = members[index + 1];
  const start = text.indexOf('{') + 1;
  if (!after) return `${text.slice(0, start)}${text.slice(member.to).trimStart()}`;
  const comma = text.indexOf(',', member.to) + 1;
  return text.slice(0, start) + text.slice(comma);
}

function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

const spell = (value: unknown, indent: string) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
