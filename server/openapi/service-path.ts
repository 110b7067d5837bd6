import type { Json } from '#contract/attribute.ts';
import { resources } from '#contract/resources.ts';
import { ROLES } from '../access/caller.ts';
import { ID, orNull, schemaRef, TEXT } from './document-schemas.ts';
import { objectSchema } from './json-schema.ts';
import { documentResponse, errorResponses } from './operations.ts';
import { ifNoneMatchParameter } from './parameters.ts';

/** The schema of the service document. */
export const serviceSchema: Json = {
  service_document: objectSchema({
    jsonapi: objectSchema({ version: { const: '1.0' } }),
    links: objectSchema(
      Object.fromEntries(Object.keys(resources).map((type) => [type, { type: 'string', format: 'uri' }])),
    ),
    meta: objectSchema({
      service: { const: 'countersign' },
      version: TEXT,
      tenant: objectSchema({ name: TEXT, title: TEXT, color: orNull({ type: 'string', pattern: '^#[0-9a-f]{6}$' }) }),
      caller: objectSchema({ id: ID, name: TEXT, role: { enum: ROLES } }),
      extensions: {
        type: 'object',
        description: 'Available extensions of the documented interface, by name.',
        additionalProperties: { type: 'object' },
      },
    }),
  }),
};

/** The root of the interface. */
export const servicePath: Json = {
  get: {
    tags: ['service'],
    operationId: 'service_document',
    summary: 'Get the tenant, the caller and the available extensions',
    description: `Allowed roles: ${ROLES.join(', ')}. Also without the trailing slash.`,
    parameters: [ifNoneMatchParameter],
    responses: {
      '200': documentResponse('OK.', schemaRef('service_document')),
      '304': { description: 'Not modified.' },
      ...errorResponses(),
    },
  },
};
