import type { Json } from '#contract/attribute.ts';
import { API_PREFIX } from '#contract/document.ts';
import { resources } from '#contract/resources.ts';
import { commonSchemas, resourceSchemas, schemaRef } from './document-schemas.ts';
import { inputSchemas } from './input-schemas.ts';
import { documentResponse } from './operations.ts';
import { commonParameters } from './parameters.ts';
import { resourcePaths } from './resource-paths.ts';
import { servicePath, serviceSchema } from './service-path.ts';

const ERROR_RESPONSES = {
  '400': 'The request is malformed, or refers to an unknown field, filter or relationship.',
  '401': 'The access token is missing or invalid.',
  '403': 'The caller’s role or IP address does not allow this.',
  '404': 'Record not found.',
  '406': 'The request body or the accepted response type is not JSON:API.',
  '413': 'The body is too large.',
  '422': 'The values are invalid, or the record’s state does not allow the operation.',
  '429': 'Too many requests; `Retry-After` says when to try again.',
  '500': 'Internal error.',
  '503': 'The database is temporarily unavailable, or too many of the caller’s requests wait for it.',
};

const RESOURCE_DESCRIPTIONS: Readonly<Record<keyof typeof resources, string>> = {
  rooms: 'Chat rooms: of visitors and staff, or of staff only.',
  suggestions: 'Canned messages for a room.',
  support_draft_messages: 'Replies drafted by staff, which a reviewer approves or rejects.',
  clients: 'Chat widgets embedded in customers’ sites.',
  master_keywords: 'Keywords used by visitors, with suggested replies.',
  messages: 'Messages in a room.',
  users: 'Staff and visitors.',
};

const HEALTH = 'health';

/** Generates the OpenAPI 3.1 document from the contract and the permissions. */
export function openapiDocument(): Json {
  const all = Object.values(resources);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Countersign',
      version: '1',
      description:
        'Rooms, drafts and their review, as [JSON:API](https://jsonapi.org/format/1.0/). Each tenant has its own host.',
    },
    servers: [{ url: API_PREFIX }],
    security: [{ access_token: [] }],
    tags: [
      { name: 'service', description: 'The tenant, the caller and the available extensions.' },
      ...all.map(({ type }) => ({ name: type, description: RESOURCE_DESCRIPTIONS[type] })),
      { name: HEALTH, description: 'For operators.' },
    ],
    paths: {
      '/': servicePath,
      ...Object.assign({}, ...all.map(resourcePaths)),
      '/healthz': healthPath,
      '/readyz': readinessPath,
    },
    components: {
      securitySchemes: {
        access_token: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Access-Token',
          description: 'Issued by the operator of the service: `npm run tokens -- mint`.',
        },
      },
      parameters: commonParameters,
      schemas: Object.assign(
        { ...commonSchemas, ...serviceSchema },
        ...all.map(resourceSchemas),
        ...all.map(inputSchemas),
      ),
      responses: Object.fromEntries(
        Object.entries(ERROR_RESPONSES).map(([status, description]) => [
          status,
          documentResponse(description, schemaRef('errors')),
        ]),
      ),
    },
  };
}

const healthPath: Json = {
  servers: [{ url: '/' }],
  get: {
    tags: [HEALTH],
    operationId: 'health',
    summary: 'Check whether the service is alive',
    security: [],
    responses: {
      '200': {
        description: 'The service and its registry of tenants respond. Tenants’ own databases are not checked.',
      },
      '503': { description: 'The registry of tenants does not respond.' },
    },
  },
};

const readinessPath: Json = {
  servers: [{ url: '/' }],
  get: {
    tags: [HEALTH],
    operationId: 'readiness',
    summary: 'Check whether the service should get requests',
    security: [],
    responses: {
      '200': {
        description:
          'The migrations, the connection pool and at least one tenant are ready; `unavailable_tenants` names the others.',
      },
      '503': { description: 'A part, or every tenant, is not ready; `not_ready` names which.' },
    },
  },
};
