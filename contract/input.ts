import { z } from 'zod';
import type { Attribute } from './attribute.ts';
import type { Issue } from './issue.ts';

const MAX_IDS = 1_000;

type Attributes = Readonly<Record<string, Attribute>>;

/**
 * Builds the validation schema of a request's attributes. On `create`, required attributes must be present; on
 * `update`, all are optional and create-only ones are rejected. Unknown names are rejected. The schema has no messages:
 * `toIssue` maps its issues to codes.
 */
export function inputSchema(attributes: Attributes, on: 'create' | 'update') {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, attribute] of Object.entries(attributes)) {
    if (attribute.write === 'never' || (on === 'update' && attribute.write === 'create')) continue;
    const value = valueSchema(attribute);
    shape[name] = on === 'create' && attribute.required ? value : value.optional();
  }
  return z.strictObject(shape);
}

/** Returns the schema of an attribute's value, regardless of its write access. */
export function valueSchema(attribute: Attribute): z.ZodType {
  const value = nonNullSchema(attribute);
  return attribute.nullable ? value.nullable() : value;
}

function nonNullSchema(attribute: Attribute): z.ZodType {
  switch (attribute.kind) {
    case 'string':
    case 'text': {
      const value = limitedText(attribute);
      return attribute.required ? value.refine((given) => given.trim() !== '', withIssue({ code: 'blank' })) : value;
    }
    case 'choice':
      return z.enum(attribute.choices ?? []);
    case 'boolean':
      return z.boolean();
    case 'unix':
      return z.int();
    case 'datetime':
      return z.iso.datetime();
    case 'object':
      return limitedSize(z.record(z.string(), z.unknown()), attribute, JSON.stringify);
    case 'ids':
      return z.array(z.string().regex(/^[1-9]\d{0,15}$/)).max(attribute.maxLength ?? MAX_IDS);
    case 'list': {
      const element = inputSchema(attribute.element ?? {}, 'create');
      const value = z.array(element);
      return attribute.required ? value.min(1) : value;
    }
  }
}

/** `meta` puts the limit into the JSON Schema, whose lengths are code points too. */
function limitedText(attribute: Attribute) {
  const value = limitedSize(z.string(), attribute, String);
  const { maxLength } = attribute;
  if (maxLength === undefined) return value;
  const isShort = (given: string) => given.length <= maxLength || [...given].length <= maxLength;
  return value.refine(isShort, withIssue({ code: 'too_long', most: maxLength })).meta({ maxLength });
}

function limitedSize<Schema extends z.ZodType>(
  schema: Schema,
  { maxBytes }: Attribute,
  textOf: (value: unknown) => string,
) {
  if (maxBytes === undefined) return schema;
  const issue = withIssue({ code: 'too_large', kib: maxBytes / 1024 });
  const limited = schema.refine((given) => byteLength(textOf(given)) <= maxBytes, issue);
  return limited.meta({ description: `At most ${maxBytes / 1024} KiB.` });
}

const withIssue = (issue: Issue) => ({ params: issue });

const encoder = new TextEncoder();
const byteLength = (text: string) => encoder.encode(text).length;
