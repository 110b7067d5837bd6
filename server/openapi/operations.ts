import type { Json } from '#contract/attribute.ts';
import { MEDIA_TYPE } from '#contract/document.ts';
import type { Resource } from '#contract/resource.ts';
import { permissions } from '../resources/permissions.ts';
import { ifNoneMatchParameter } from './parameters.ts';

/** A response with a document. */
export const documentResponse = (description: string, schema: Json): Json => ({
  description,
  content: { [MEDIA_TYPE]: { schema } },
});

/** The error responses of any request, and further ones. */
export function errorResponses(...further: string[]): Json {
  const statuses = ['400', '401', '403', '404', '406', '429', '500', '503', ...further];
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

/** Parameters of an OpenAPI operation. */
export interface Operation {
  /** Unique among all operations. */
  id: string;
  summary: string;
  /** The name of the operation in the resource's permissions. */
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
    documentResponse(status === '201' ? 'Created.' : 'OK.', schema),
  ]);
  return {
    operationId: id,
    tags: [type],
    summary,
    description: `Allowed roles: ${roles.join(', ')}.`,
    parameters,
    ...(body && { requestBody: { content: { [MEDIA_TYPE]: { schema: body } } } }),
    responses: {
      ...Object.fromEntries(ok),
      ...errorResponses(...(body ? ['413', '422'] : [])),
    },
  };
}
