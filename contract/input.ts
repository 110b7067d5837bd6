import { z } from 'zod';
import type { Attribute } from './attribute.ts';
import type { Issue } from './issue.ts';

const MOST_IDS = 1_000;

type Attributes = Readonly<Record<string, Attribute>>;

/**
 * Builds the validation schema of a request's attributes. On `create`, required attributes must be present; on
 * `update`, all are optional and create-only ones are rejected. Unknown names are rejected. The schema has no messages:
 * `readIssue` maps its issues to codes.
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
  const value = bareSchema(attribute);
  return attribute.nullable ? value.nullable() : value;
}

function bareSchema(attribute: Attribute): z.ZodType {
  switch (attribute.kind) {
    case 'string':
    case 'text': {
      const most = attribute.maxBytes ?? Number.POSITIVE_INFINITY;
      const value = z
        .string()
        .refine((given) => byteLength(given) <= most, otherwise({ code: 'too_large', kib: most / 1024 }));
      return attribute.required ? value.refine((given) => given.trim() !== '', otherwise({ code: 'blank' })) : value;
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
      return z.record(z.string(), z.unknown());
    case 'ids':
      return z.array(z.string().regex(/^[1-9]\d{0,15}$/)).max(MOST_IDS);
    case 'list': {
      const element = inputSchema(attribute.element ?? {}, 'create');
      const value = z.array(element);
      return attribute.required ? value.min(1) : value;
    }
  }
}

const otherwise = (issue: Issue) => ({ params: issue });

const encoder = new TextEncoder();
const byteLength = (text: string) => encoder.encode(text).length;
