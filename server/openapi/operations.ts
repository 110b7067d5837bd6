import type { Json } from '#contract/attribute.ts';
import { MEDIA_TYPE } from '#contract/document.ts';
import type { Resource } from '#contract/resource.ts';
import { rules } from '../resources/rules.ts';
import { conditionParameter } from './parameters.ts';

/** Parameters of an OpenAPI operation. */
export interface Operation {
  /** Unique among all operations. */
  id: string;
  summary: string;
  /** The authorization rule, a key of the resource's `rules`. */
  rule: string;
  parameters?: readonly Json[];
  body?: Json;
  /** Response schemas by status. */
  answers: Readonly<Record<string, Json>>;
}

/** A read operation, with ETag and 304 response. */
export function readOperation(resource: Resource, operation: Operation): Json {
  const parameters = [...(operation.parameters ?? []), conditionParameter];
  const { responses, ...rest } = operationObject(resource, { ...operation, parameters });
  return { ...rest, responses: { ...(responses as Json), '304': { description: 'The tag still holds.' } } };
}

/** An OpenAPI operation, including its error responses and the roles allowed. */
export function operationObject(
  { type }: Resource,
  { id, summary, rule, parameters = [], body, answers }: Operation,
): Json {
  const roles = (rules[type] as Readonly<Record<string, readonly string[]>>)[rule] ?? [];
  const ok = Object.entries(answers).map(([status, schema]) => [
    status,
    { description: status === '201' ? 'Created.' : 'Done.', content: { [MEDIA_TYPE]: { schema } } },
  ]);
  const faults = ['400', '401', '403', '404', '406', ...(body ? ['413', '422'] : []), '500', '503'];
  return {
    operationId: id,
    tags: [type],
    summary,
    description: `Open to ${roles.join(', ')}.`,
    parameters,
    ...(body && { requestBody: { content: { [MEDIA_TYPE]: { schema: body } } } }),
    responses: {
      ...Object.fromEntries(ok),
      ...Object.fromEntries(faults.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}
