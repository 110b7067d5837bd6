import type { z } from 'zod';
import type { Attribute, AttributeKind, Json } from '#contract/attribute.ts';
import type { ErrorObject } from '#contract/document.ts';
import { inputSchema } from '#contract/input.ts';
import { type Issue, toIssue } from '#contract/issue.ts';
import { errorObject, Problem } from '../document/problem.ts';
import { issueSentence } from './issue-sentence.ts';

type Attributes = Readonly<Record<string, Attribute>>;

const ATTRIBUTES = '/data/attributes';

const schemas = { create: new WeakMap<Attributes, z.ZodType>(), update: new WeakMap<Attributes, z.ZodType>() };

/** Maximum number of errors in one answer: a body may have tens of thousands, which would take long to answer. */
export const MAX_ERRORS = 100;

/**
 * Validates `data.attributes` against the contract and, on create, adds default values. Throws 400 with code 105 for
 * read-only or unknown names, else 422 with code 100: one error per fault, in the order of the body, for the first ones.
 */
export function validateInput(attributes: Attributes, given: Json, on: 'create' | 'update'): Json {
  const unwritable = Object.keys(given).flatMap((name) =>
    isWritable(attributes, name, on) ? reservedPaths(attributes, name, given[name]) : [[name]],
  );
  const refused = [
    ...unwritable.slice(0, MAX_ERRORS).map(unwritableError),
    ...findMistakenLists(attributes, given, on),
  ];
  const result = schemaOf(attributes, on).safeParse(given, { reportInput: true });
  const invalid = (result.error?.issues ?? [])
    // Without the unwritable names, which are already refused.
    .filter(({ code, path }) => code !== 'unrecognized_keys' || path.length > 0)
    .slice(0, MAX_ERRORS)
    .map((found) => validationError(attributePointer(...found.path), toIssue(found, attributes)))
    .filter(({ source }) => !refused.some((other) => other.source?.pointer === source?.pointer));
  const body = { data: { attributes: given } };
  if (refused.length > 0) {
    // The errors of one response share its status.
    const errors = inOrderOf(body, [...refused, ...invalid.map((error) => ({ ...error, status: '400' }))]);
    throw new Problem(400, errors.slice(0, MAX_ERRORS));
  }
  if (invalid.length > 0) throw new Problem(422, inOrderOf(body, invalid));
  return on === 'create' ? withDefaults(attributes, given) : withElementDefaults(attributes, given);
}

/**
 * A 422 error for one attribute or relationship, with the issue as a sentence to show beside its field and as a code.
 */
export const validationError = (pointer: string, issue: Issue) =>
  errorObject(422, '100', issueSentence(issue), { source: { pointer }, meta: { issue } });

/** A response with such an error. */
export const invalidValue = (pointer: string, issue: Issue) => new Problem(422, [validationError(pointer, issue)]);

/** Returns the JSON pointer to an attribute of the request, or to a part of it. */
export const attributePointer = (...path: PropertyKey[]) => pointerWithin(ATTRIBUTES, ...path);

/** Returns the JSON pointer to a part of what `base` points to. */
export const pointerWithin = (base: string, ...path: PropertyKey[]) =>
  [base, ...path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');

function isWritable(attributes: Attributes, name: string, on: 'create' | 'update') {
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return attribute?.write === 'always' || (attribute?.write === 'create' && on === 'create');
}

/** Paths of the keys in an object that only the service may set. */
function reservedPaths(attributes: Attributes, name: string, value: unknown): string[][] {
  const reserved = attributes[name]?.reserved ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return reserved.filter((key) => Object.hasOwn(value, key)).map((key) => [name, key]);
}

/** A list where a single value belongs, or the reverse. */
function findMistakenLists(attributes: Attributes, given: Json, on: 'create' | 'update'): ErrorObject[] {
  return Object.entries(given)
    .flatMap(([name, value]) => {
      const kind = isWritable(attributes, name, on) ? attributes[name]?.kind : undefined;
      const isList = kind === 'ids' || kind === 'list';
      const isMistaken = isList ? value !== null && !Array.isArray(value) : Array.isArray(value);
      if (!isMistaken || (kind === undefined && !name.endsWith('_id'))) return [];
      const detail = listDetail(kind);
      return [errorObject(400, '122', detail, { source: { pointer: attributePointer(name) } })];
    })
    .slice(0, MAX_ERRORS);
}

function listDetail(kind: AttributeKind | undefined) {
  if (kind === 'ids') return 'Must be a list of IDs.';
  if (kind === 'list') return 'Must be a list.';
  return kind === undefined ? 'Must be one ID.' : 'Must be a single value, not a list.';
}

/**
 * Sorts errors by the parts of the body that they are about, at every depth. Missing parts come last, and an error about
 * a whole before those about its parts.
 */
export function inOrderOf(body: Json, errors: readonly ErrorObject[]): ErrorObject[] {
  const placesIn = new Map<object, ReadonlyMap<string, number>>();
  const placeOf = (whole: object, key: string) => {
    const places = placesIn.get(whole) ?? new Map(Object.keys(whole).map((name, index) => [name, index]));
    placesIn.set(whole, places);
    return places.get(key) ?? Number.POSITIVE_INFINITY;
  };
  const pathOf = ({ source }: ErrorObject) => {
    let part: unknown = body;
    return (source?.pointer ?? '')
      .split('/')
      .slice(1)
      .map((escaped) => {
        const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
        const whole = typeof part === 'object' && part !== null ? part : {};
        part = Object.hasOwn(whole, key) ? (whole as Json)[key] : undefined;
        return placeOf(whole, key);
      });
  };
  const compare = (a: readonly number[], b: readonly number[]) => {
    const at = a.findIndex((place, index) => place !== b[index]);
    return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
  };
  return errors
    .map((error) => ({ error, path: pathOf(error) }))
    .sort((a, b) => compare(a.path, b.path))
    .map(({ error }) => error);
}

const unwritableError = (path: readonly string[]) =>
  errorObject(400, '105', `${path.join('.')} is unknown or read-only.`, {
    source: { pointer: attributePointer(...path) },
  });

function schemaOf(attributes: Attributes, on: 'create' | 'update') {
  const known = schemas[on].get(attributes);
  if (known) return known;
  const schema = inputSchema(attributes, on);
  schemas[on].set(attributes, schema);
  return schema;
}

function withDefaults(attributes: Attributes, given: Json): Json {
  const filled: Json = {};
  for (const [name, { write, initial, nullable }] of Object.entries(attributes)) {
    if (write === 'never') continue;
    if (given[name] !== undefined) filled[name] = given[name];
    else if (initial !== undefined) filled[name] = initial;
    else if (nullable) filled[name] = null;
  }
  return withElementDefaults(attributes, filled);
}

function withElementDefaults(attributes: Attributes, given: Json): Json {
  const filled = { ...given };
  for (const [name, value] of Object.entries(given)) {
    const element = attributes[name]?.element;
    // The schema only accepts lists of objects here.
    if (element) filled[name] = (value as Json[]).map((item) => withDefaults(element, item));
  }
  return filled;
}
