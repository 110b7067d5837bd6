import { z } from 'zod';
import type { Attribute } from './attribute.ts';

const MOST_IDS = 1_000;

type Attributes = Readonly<Record<string, Attribute>>;

/**
 * What a request may send for the given attributes: on `create` the required ones must be there; on `update` none must,
 * and those that only a creating request sets are refused.
 * Names outside the given ones are refused. Messages are sentences without the attribute's name.
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

/** What one attribute may hold, whoever writes it. */
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
        .string(must('be text'))
        .refine((given) => byteLength(given) <= most, `Is longer than ${most / 1024} KiB.`);
      return attribute.required ? value.refine((given) => given.trim() !== '', 'Must not be blank.') : value;
    }
    case 'choice':
      return z.enum(attribute.choices ?? [], must(`be one of ${attribute.choices?.join(', ')}`));
    case 'boolean':
      return z.boolean(must('be true or false'));
    case 'unix':
      return z.int(must('be a whole number of seconds since 1970'));
    case 'datetime':
      return z.iso.datetime(must('be a time in ISO 8601'));
    case 'object':
      return z.record(z.string(), z.unknown(), must('be an object'));
    case 'ids':
      return z
        .array(z.string().regex(/^[1-9]\d{0,15}$/, 'Must be ids.'), must('be a list of ids'))
        .max(MOST_IDS, `Must be ${MOST_IDS} ids at most.`);
    case 'list': {
      const element = inputSchema(attribute.element ?? {}, 'create');
      const value = z.array(element, must('be a list'));
      return attribute.required ? value.min(1, 'Must not be empty.') : value;
    }
  }
}

const must = (what: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'Is required.' : `Must ${what}.`),
});

const encoder = new TextEncoder();
const byteLength = (text: string) => encoder.encode(text).length;
