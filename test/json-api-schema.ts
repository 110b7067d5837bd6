import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import schema from './jsonapi-schema/schema.json' with { type: 'json' };

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const isDocument = ajv.compile(schema);

/** Throws unless the document is valid by the official JSON:API schema. */
export function checkDocument(document: unknown): void {
  if (isDocument(document) || isServiceDocument(document)) return;
  throw new Error(`Not a JSON:API document: ${ajv.errorsText(isDocument.errors)}\n${JSON.stringify(document)}`);
}

/** The service document names its links after resources, which the schema does not know; the rest of it must be valid. */
function isServiceDocument(document: unknown): boolean {
  if (!isObject(document) || 'data' in document || 'errors' in document) return false;
  const { links, ...rest } = document;
  return isObject(links) && isObject(rest.meta) && 'service' in rest.meta && isDocument(rest);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
