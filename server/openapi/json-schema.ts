import { z } from 'zod';
import type { Json } from '#contract/attribute.ts';

/** An object whose members are all required. */
export const objectSchema = (properties: Json): Json => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

/** Converts a contract schema to JSON Schema, in its input form. */
export function jsonSchema(schema: z.ZodType): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
}
