import type { Json } from '#contract/attribute.ts';
import { MEDIA_TYPE } from '#contract/document.ts';
import { resources } from '#contract/resources.ts';
import { ROLES } from '../access/caller.ts';
import { ID, orNull, schemaRef, TEXT } from './document-schemas.ts';
import { ifNoneMatchParameter } from './parameters.ts';

const object = (properties: Json, required = Object.keys(properties)): Json => ({
  type: 'object',
  required,
  properties,
});

/** The schema of the service document. */
export const serviceSchema: Json = {
  service_document: object({
    jsonapi: object({ version: { const: '1.0' } }),
    links: object(Object.fromEntries(Object.keys(resources).map((type) => [type, { type: 'string', format: 'uri' }]))),
    meta: object({
      service: { const: 'countersign' },
      version: TEXT,
      tenant: object({ name: TEXT, title: TEXT, color: orNull({ type: 'string', pattern: '^#[0-9a-f]{6}$' }) }),
      caller: object({ id: ID, name: TEXT, role: { enum: ROLES } }),
      extensions: {
        type: 'object',
        description: 'Available extensions of the documented interface, by name.',
        additionalProperties: { type: 'object' },
      },
    }),
  }),
};

const FAULTS = ['400', '401', '403', '404', '406', '429', '500', '503'];

/** The root of the interface. */
export const servicePath: Json = {
  get: {
    tags: ['service'],
    operationId: 'service_document',
    summary: 'Get the tenant, the caller and the available extensions',
    description: `Allowed roles: ${ROLES.join(', ')}. Also without the trailing slash.`,
    parameters: [ifNoneMatchParameter],
    responses: {
      '200': { description: 'OK.', content: { [MEDIA_TYPE]: { schema: schemaRef('service_document') } } },
      '304': { description: 'Not modified.' },
      ...Object.fromEntries(FAULTS.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  },
};
