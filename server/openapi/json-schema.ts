import { z } from 'zod';
import type { Json } from '#contract/attribute.ts';

/** A schema of the contract as JSON Schema, for what is sent. */
export function jsonSchema(schema: z.ZodType): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
}
