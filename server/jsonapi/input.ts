import type { z } from 'zod';
import type { Attribute, Json } from '#contract/attribute.ts';
import { inputSchema } from '#contract/input.ts';
import { type Issue, readIssue } from '#contract/issue.ts';
import { issueSentence } from './issue-sentence.ts';
import { errorObject, Problem } from './problem.ts';

type Attributes = Readonly<Record<string, Attribute>>;

const schemas = { create: new WeakMap<Attributes, z.ZodType>(), update: new WeakMap<Attributes, z.ZodType>() };

/**
 * Checks `data.attributes` against the contract and fills in what a creating request left out.
 * Throws 400 code 105 for names that may not be written, and 422 code 100 with one error for each message.
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

/** A 422 for one attribute or relationship: what is wrong as a sentence to be shown beside its field, and as a code. */
export const invalid = (pointer: string, issue: Issue) =>
  errorObject(422, '100', issueSentence(issue), { source: { pointer }, meta: { issue } });

/** JSON pointer to an attribute of a request, or to a part of it. */
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
    // The schema has let lists of objects through, nothing else.
    if (element) filled[name] = (value as Json[]).map((item) => withInitials(element, item));
  }
  return filled;
}
