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
import { attributePointer, MAX_ERRORS, pointerWithin, validationError } from './input.ts';

export interface ResolvedLinkage {
  /** Foreign key columns with the ids of the linked records. */
  foreignKeys: Json;
  /** The attributes without the `{name}_id` ones that set a relationship. */
  attributes: Json;
  /** Relationships that are unknown, malformed, missing, contradictory or not found. */
  problems: ErrorObject[];
}

/** Reads the to-one relationships set by `relationships` or, on create, by `attributes.{name}_id`. */
export async function resolveLinkage(
  api: Api,
  config: ResourceConfig,
  given: RequestData,
  on: 'create' | 'update',
  context: Context,
): Promise<ResolvedLinkage> {
  const { one } = config.resource;
  const attributes = { ...given.attributes };
  const foreignKeys: Json = {};
  const problems = findUnwritable(config, given.relationships, on);
  const collect = async <Value>(read: () => Value | Promise<Value>): Promise<Value | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(...error.errors);
      return undefined;
    }
  };
  for (const [name, target] of Object.entries(one)) {
    if (!isSettable(target, on)) continue;
    const key = foreignKey(name);
    const pointer = pointerTo(name);
    const before = problems.length;
    let id = await collect(() => parseLinkage(given.relationships[name], target, pointer));
    if (on === 'create' && attributes[key] !== undefined) {
      const byAttribute = await collect(() => parseIdAttribute(attributes[key], key));
      delete attributes[key];
      if (problems.length === before && id !== undefined && id !== byAttribute) {
        problems.push(validationError(pointer, { code: 'differs', name: key }));
      }
      id ??= byAttribute;
    }
    if (problems.length > before) continue;
    if (id === undefined ? on === 'create' && target.required : id === null && target.required) {
      problems.push(validationError(pointer, { code: 'required' }));
    } else if (id !== undefined) {
      const linked = id;
      foreignKeys[key] =
        linked === null ? null : await collect(() => findLinked(api, target, linked, pointer, context));
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

const parseIdAttribute = (given: unknown, key: string) =>
  given === null ? null : readId(given, attributePointer(key));

function findUnwritable({ resource }: ResourceConfig, relationships: Json, on: 'create' | 'update'): ErrorObject[] {
  const refused = Object.keys(relationships).filter((name) => {
    const target = Object.hasOwn(resource.one, name) ? resource.one[name] : undefined;
    return !target || !isSettable(target, on);
  });
  return refused.slice(0, MAX_ERRORS).map((name) =>
    errorObject(400, '105', `${name} is unknown or cannot be set here.`, {
      source: { pointer: pointerTo(name) },
    }),
  );
}

const pointerTo = (name: string) => pointerWithin('/data/relationships', name);
