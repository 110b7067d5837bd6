import type { Json } from '#contract/attribute.ts';
import type { ErrorObject } from '#contract/document.ts';
import type { ToOne } from '#contract/resource.ts';
import type { Api } from '../api.ts';
import { isObject, parseIdentifier, type RequestData, readId } from '../document/parse-document.ts';
import { errorObject, notFound, Problem, problem } from '../document/problem.ts';
import { configOf } from '../read/include.ts';
import { parseId, selectRows } from '../read/select.ts';
import { noFields } from '../read/shown-columns.ts';
import type { Context } from '../request/context.ts';
import { foreignKey, type ResourceConfig } from '../resource-config.ts';
import { attributePointer, validationError } from './input.ts';

interface ResolvedLinkage {
  /** Foreign key columns with the ids of the linked records. */
  foreignKeys: Json;
  /** The attributes without the `{name}_id` ones that set a relationship. */
  attributes: Json;
  /** Missing or contradictory relationships. */
  problems: ErrorObject[];
}

/**
 * Reads the to-one relationships set by `relationships` or, on create, by `attributes.{name}_id`. Throws 400 for a
 * read-only or malformed relationship, 404 if the linked record does not exist.
 */
export async function resolveLinkage(
  api: Api,
  config: ResourceConfig,
  given: RequestData,
  on: 'create' | 'update',
  context: Context,
): Promise<ResolvedLinkage> {
  const { one } = config.resource;
  assertWritable(config, given.relationships, on);
  const attributes = { ...given.attributes };
  const foreignKeys: Json = {};
  const problems: ErrorObject[] = [];
  for (const [name, target] of Object.entries(one)) {
    if (!isSettable(target, on)) continue;
    const key = foreignKey(name);
    const pointer = `/data/relationships/${name}`;
    let id = parseLinkage(given.relationships[name], target, pointer);
    if (on === 'create' && attributes[key] !== undefined) {
      const byAttribute = attributes[key] === null ? null : readId(attributes[key], attributePointer(key));
      delete attributes[key];
      if (id !== undefined && id !== byAttribute) {
        problems.push(validationError(pointer, { code: 'differs', name: key }));
      }
      id ??= byAttribute;
    }
    if (id === undefined ? on === 'create' && target.required : id === null && target.required) {
      problems.push(validationError(pointer, { code: 'required' }));
    } else if (id !== undefined) {
      foreignKeys[key] = id === null ? null : await findLinked(api, target, id, pointer, context);
    }
  }
  return { foreignKeys, attributes, problems };
}

/** Returns the numeric id of a record to link. Throws 404 if the caller cannot see it. */
export async function findLinked(
  api: Api,
  { type }: { type: ToOne['type'] },
  id: string,
  pointer: string,
  context: Context,
) {
  const number = parseId(id);
  const target = configOf(api.configs, type);
  const [row] = number === undefined ? [] : await selectRows(target, [number], context, noFields(target), true);
  if (!row) throw notFound({ pointer });
  return row.id;
}

/** True if a create or update may set the relationship. */
export const isSettable = ({ write }: ToOne, on: 'create' | 'update') =>
  write === 'always' || (write === 'create' && on === 'create');

function parseLinkage(given: unknown, { type }: ToOne, pointer: string): string | null | undefined {
  if (given === undefined) return undefined;
  if (!isObject(given)) throw problem(400, '122', 'A relationship must be an object.', { source: { pointer } });
  if (given.data === undefined) throw problem(400, '106', 'The relationship has no data.', { source: { pointer } });
  return parseIdentifier(given.data, type, `${pointer}/data`);
}

function assertWritable({ resource }: ResourceConfig, relationships: Json, on: 'create' | 'update') {
  const refused = Object.keys(relationships).filter((name) => {
    const target = Object.hasOwn(resource.one, name) ? resource.one[name] : undefined;
    return !target || !isSettable(target, on);
  });
  if (refused.length === 0) return;
  throw new Problem(
    400,
    refused.map((name) =>
      errorObject(400, '105', `${name} is unknown or cannot be set here.`, {
        source: { pointer: `/data/relationships/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` },
      }),
    ),
  );
}
