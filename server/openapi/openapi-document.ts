import type { Json } from '#contract/attribute.ts';
import { API_PREFIX, MEDIA_TYPE } from '#contract/document.ts';
import { resources } from '#contract/resources.ts';
import { commonSchemas, resourceSchemas, schemaRef } from './document-schemas.ts';
import { inputSchemas } from './input-schemas.ts';
import { commonParameters } from './parameters.ts';
import { resourcePaths } from './resource-paths.ts';

const FAULTS = {
  '400': 'The request is not well-formed, or asks for what there is not.',
  '401': 'The access token is missing or unknown.',
  '403': 'The caller may not do this, or not from this address.',
  '404': 'There is no such record.',
  '406': 'The body or the wanted answer is not JSON:API.',
  '413': 'The body is too large.',
  '422': 'The values are not valid, or the record does not allow this now.',
  '500': 'The service failed.',
  '503': 'The database cannot be used at the moment.',
};

const ABOUT: Readonly<Record<keyof typeof resources, string>> = {
  rooms: 'Chat rooms: visitors with staff, or staff among themselves.',
  suggestions: 'Prepared messages of a room.',
  support_draft_messages: 'Replies that staff wrote and a reviewer approves or rejects.',
  clients: 'Chat widgets embedded in customers’ sites.',
  master_keywords: 'Words that visitors use, and what to suggest for them.',
  messages: 'What was said in a room.',
  users: 'Staff and visitors.',
};

const HEALTH = 'health';

/** Generates the OpenAPI 3.1 document from the contract and the authorization rules. */
export function openapiDocument(): Json {
  const all = Object.values(resources);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Countersign',
      version: '1',
      description:
        'Rooms, drafts and their review, as [JSON:API](https://jsonapi.org/format/1.0/). Every tenant has a host of its own.',
    },
    servers: [{ url: API_PREFIX }],
    security: [{ access_token: [] }],
    tags: [
      ...all.map(({ type }) => ({ name: type, description: ABOUT[type] })),
      { name: HEALTH, description: 'For those who run it.' },
    ],
    paths: {
      ...Object.assign({}, ...all.map((resource) => resourcePaths(resource, resources))),
      '/healthz': healthPath,
    },
    components: {
      securitySchemes: {
        access_token: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Access-Token',
          description: 'From the operator of the service: `npm run tokens -- mint`.',
        },
      },
      parameters: commonParameters,
      schemas: Object.assign({ ...commonSchemas }, ...all.map(resourceSchemas), ...all.map(inputSchemas)),
      responses: Object.fromEntries(
        Object.entries(FAULTS).map(([status, description]) => [
          status,
          { description, content: { [MEDIA_TYPE]: { schema: schemaRef('errors') } } },
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
    summary: 'Whether the service can do its work',
    security: [],
    responses: { '200': { description: 'Every database answers.' }, '503': { description: 'One does not.' } },
  },
};
