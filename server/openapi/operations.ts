import type { Json } from '#contract/attribute.ts';
import { MEDIA_TYPE } from '#contract/document.ts';
import type { Resource } from '#contract/resource.ts';
import { permissions } from '../resources/permissions.ts';
import { ifNoneMatchParameter } from './parameters.ts';

/** Parameters of an OpenAPI operation. */
export interface Operation {
  /** Unique among all operations. */
  id: string;
  summary: string;
  /** The authorization rule, a key of the resource's `rules`. */
  permission: string;
  parameters?: readonly Json[];
  body?: Json;
  /** Response schemas by status. */
  responses: Readonly<Record<string, Json>>;
}

/** A read operation, with ETag and 304 response. */
export function readOperation(resource: Resource, operation: Operation): Json {
  const parameters = [...(operation.parameters ?? []), ifNoneMatchParameter];
  const { responses, ...rest } = operationObject(resource, { ...operation, parameters });
  return { ...rest, responses: { ...(responses as Json), '304': { description: 'Not modified.' } } };
}

/** An OpenAPI operation, including its error responses and the roles allowed. */
export function operationObject(
  { type }: Resource,
  { id, summary, permission, parameters = [], body, responses }: Operation,
): Json {
  const roles = (permissions[type] as Readonly<Record<string, readonly string[]>>)[permission] ?? [];
  const ok = Object.entries(responses).map(([status, schema]) => [
    status,
    { description: status === '201' ? 'Created.' : 'OK.', content: { [MEDIA_TYPE]: { schema } } },
  ]);
  const faults = ['400', '401', '403', '404', '406', ...(body ? ['413', '422'] : []), '429', '500', '503'];
  return {
    operationId: id,
    tags: [type],
    summary,
    description: `Allowed roles: ${roles.join(', ')}.`,
    parameters,
    ...(body && { requestBody: { content: { [MEDIA_TYPE]: { schema: body } } } }),
    responses: {
      ...Object.fromEntries(ok),
      ...Object.fromEntries(faults.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}
