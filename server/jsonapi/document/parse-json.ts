import { problem } from './problem.ts';

const MAX_DEPTH = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Parses a request body; undefined if empty. Throws 400 for input that would not round-trip (malformed UTF-8, lone
 * surrogates, NUL, duplicate keys, integers beyond 2^53) and for prototype pollution or deep nesting.
 */
export function parseJson(body: Buffer): unknown {
  const text = decode(body);
  if (text.trim() === '') return undefined;
  const members = countMembers(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON.');
  }
  if (checkValue(value) !== members) throw malformed('An object in the body has a duplicate key.');
  return value;
}

function decode(body: Buffer) {
  try {
    return utf8.decode(body);
  } catch {
    throw malformed('The body is not well-formed UTF-8.');
  }
}

/** Counts object members by their colons. Runs before the parser, because nesting must be limited first. */
function countMembers(text: string) {
  let depth = 0;
  let members = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isInString) {
      if (sign === '\\') at++;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === ':') members++;
    else if (sign === '{' || sign === '[') {
      depth++;
      if (depth > MAX_DEPTH) throw malformed(`The body is nested deeper than ${MAX_DEPTH} levels.`);
    } else if (sign === '}' || sign === ']') depth--;
  }
  return members;
}

/** Validates every key and value, and counts the members after parsing. */
function checkValue(value: unknown): number {
  if (typeof value === 'string') checkText(value);
  if (typeof value === 'number') checkNumber(value);
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce((members: number, item) => members + checkValue(item), 0);
  let members = 0;
  for (const [key, item] of Object.entries(value)) {
    checkText(key);
    const isPrototype = key === 'constructor' && typeof item === 'object' && item !== null && 'prototype' in item;
    if (key === '__proto__' || isPrototype) throw malformed('The body has a key that refers to an object prototype.');
    members += 1 + checkValue(item);
  }
  return members;
}

function checkText(text: string) {
  if (!text.isWellFormed()) throw malformed('A string in the body has a lone surrogate.');
  if (text.includes('\0')) throw malformed('A string in the body has a NUL character.');
}

function checkNumber(number: number) {
  if (!Number.isFinite(number)) throw malformed('A number in the body is too large.');
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw malformed('An integer in the body exceeds 2^53 and would lose precision.');
  }
}

const malformed = (detail: string) => problem(400, '400', detail);
