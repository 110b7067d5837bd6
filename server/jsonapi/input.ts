import type { z } from 'zod';
import type { Attribute, Json } from '#contract/attribute.ts';
import { inputSchema } from '#contract/input.ts';
import { type Issue, readIssue } from '#contract/issue.ts';
import { issueSentence } from './issue-sentence.ts';
import { errorObject, Problem } from './problem.ts';

type Attributes = Readonly<Record<string, Attribute>>;

const schemas = { create: new WeakMap<Attributes, z.ZodType>(), update: new WeakMap<Attributes, z.ZodType>() };

/**
 * Validates `data.attributes` against the contract and, on create, adds default values. Throws 400 with code 105 for
 * read-only or unknown names, and 422 with code 100 and one error per issue.
 */
export function readInput(attributes: Attributes, given: Json, on: 'create' | 'update'): Json {
  const refused = Object.keys(given).filter((name) => !isWritable(attributes, name, on));
  if (refused.length > 0) {
    throw new Problem(
      400,
      refused.map((name) =>
        errorObject(400, '105', `${name} may not be written.`, { source: { pointer: attributePointer(name) } }),
      ),
    );
  }
  const result = schemaOf(attributes, on).safeParse(given, { reportInput: true });
  if (!result.success) {
    throw new Problem(
      422,
      result.error.issues.map((found) => invalid(attributePointer(...found.path), readIssue(found, attributes))),
    );
  }
  return on === 'create' ? withInitials(attributes, given) : withElementInitials(attributes, given);
}

/**
 * A 422 error for one attribute or relationship, with the issue as a sentence to show beside its field and as a code.
 */
export const invalid = (pointer: string, issue: Issue) =>
  errorObject(422, '100', issueSentence(issue), { source: { pointer }, meta: { issue } });

/** Returns the JSON pointer to an attribute of the request, or to a part of it. */
export const attributePointer = (...path: PropertyKey[]) =>
  ['/data/attributes', ...path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');

function isWritable(attributes: Attributes, name: string, on: 'create' | 'update') {
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return attribute?.write === 'always' || (attribute?.write === 'create' && on === 'create');
}

function schemaOf(attributes: Attributes, on: 'create' | 'update') {
  const known = schemas[on].get(attributes);
  if (known) return known;
  const schema = inputSchema(attributes, on);
  schemas[on].set(attributes, schema);
  return schema;
}

function withInitials(attributes: Attributes, given: Json): Json {
  const filled: Json = {};
  for (const [name, { write, initial, nullable }] of Object.entries(attributes)) {
    if (write === 'never') continue;
    if (given[name] !== undefined) filled[name] = given[name];
    else if (initial !== undefined) filled[name] = initial;
    else if (nullable) filled[name] = null;
  }
  return withElementInitials(attributes, filled);
}

function withElementInitials(attributes: Attributes, given: Json): Json {
  const filled = { ...given };
  for (const [name, value] of Object.entries(given)) {
    const element = attributes[name]?.element;
    // The schema only accepts lists of objects here.
    if (element) filled[name] = (value as Json[]).map((item) => withInitials(element, item));
  }
  return filled;
}
