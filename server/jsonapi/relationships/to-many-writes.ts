import type { Json } from '#contract/attribute.ts';
import { recordAction } from '../../audit/record-change.ts';
import type { Api } from '../api.ts';
import type { StoredRow } from '../column.ts';
import { parseIdentifier } from '../document/parse-document.ts';
import { notFound, Problem, problem, problemOf } from '../document/problem.ts';
import type { Unfit } from '../hooks.ts';
import { parseId, selectRowForUpdate, selectRows, untypedDb } from '../read/select.ts';
import { noFields } from '../read/shown-columns.ts';
import { addMutationRoute } from '../request/mutation-route.ts';
import type { RouteRequest } from '../request/route.ts';
import type { ResourceConfig } from '../resource-config.ts';
import { MAX_ERRORS } from '../write/input.ts';
import { linkageOf } from './linkage.ts';
import { mountRefusal } from './mount-refusal.ts';
import { targetOf } from './related-records.ts';

const MAX_MEMBERS = 1_000;

/** Mounts the writes of a to-many relationship: adding and removing members. */
export function mountToManyWrites(api: Api, config: ResourceConfig, name: string, path: string) {
  const link = config.many[name];
  const target = config.resource.many[name];
  mountRefusal(api, config, ['PUT', 'PATCH'], path, 403, `${name} cannot be replaced as a whole.`);
  if (!link || !target || target.write === 'never') {
    return mountRefusal(
      api,
      config,
      ['POST', 'DELETE'],
      path,
      403,
      `${name} cannot be changed through this relationship.`,
    );
  }
  const roles = config.permissions.members ?? [];
  const handle =
    (action: string, write: (owner: StoredRow, ids: readonly number[], request: RouteRequest) => Promise<Json[]>) =>
    async (request: RouteRequest) => {
      // Locks the owner to serialize changes of its members, from which other data is derived.
      const owner = await selectRowForUpdate(config, request.id, request.context);
      await config.assertAllowed('members', owner, request.context);
      const findUnfit = async (ids: readonly number[]) =>
        action === 'add_members' ? config.findUnfit(owner, ids, request.context) : new Map();
      const ids = await parseMembers(targetOf(api, config, name), request, findUnfit);
      const changed = ids.length > 0 ? await write(owner, ids, request) : [];
      if (changed.length > 0) {
        const members = { [name]: changed.map((row) => row[link.member]) };
        await recordAction(request.context, {
          action,
          recordType: config.resource.type,
          recordId: owner.id,
          ...(action === 'add_members' ? { after: members } : { before: members }),
        });
      }
      return linkageOf(config, name, owner, request.context, true);
    };
  addMutationRoute(api, {
    methods: ['POST'],
    path,
    roles,
    handler: handle('add_members', (owner, ids, { context }) =>
      untypedDb(context.db)
        .insertInto(link.table)
        .values(ids.map((id) => ({ [link.owner]: owner.id, [link.member]: id })))
        .onConflict((conflict) => conflict.doNothing())
        .returning(link.member)
        .execute(),
    ),
  });
  addMutationRoute(api, {
    methods: ['DELETE'],
    path,
    roles,
    handler: handle('remove_members', (owner, ids, { context }) =>
      untypedDb(context.db)
        .deleteFrom(link.table)
        .where(link.owner, '=', owner.id)
        .where(link.member, 'in', ids)
        .returning(link.member)
        .execute(),
    ),
  });
}

/**
 * Reads the ids of the linked records. Throws 400 if `data` is not a list of identifiers, else one error per identifier
 * that is malformed, of no record, or unfit.
 */
async function parseMembers(
  target: ResourceConfig,
  { document: { data }, context }: RouteRequest,
  findUnfit: (ids: readonly number[]) => Promise<Unfit>,
): Promise<number[]> {
  if (data === undefined) throw problem(400, '106', 'The body has no data.');
  if (!Array.isArray(data)) throw problem(400, '122', 'data must be a list of resource identifiers.');
  if (data.length > MAX_MEMBERS)
    throw problem(400, '400', `data must not have more than ${MAX_MEMBERS} resource identifiers.`);
  const pointerTo = (index: number) => `/data/${index}`;
  const parsed = data.map((item, index) => parseMember(target, item, pointerTo(index)));
  const ids = [...new Set(parsed.filter((id) => typeof id === 'number'))];
  const found = new Set((await selectRows(target, ids, context, noFields(target), true)).map((row) => row.id));
  const unfit = found.size > 0 ? await findUnfit([...found]) : undefined;
  const errors = parsed.flatMap((id, index) => {
    if (id instanceof Problem) return id.errors;
    if (id === undefined || !found.has(id)) return notFound({ pointer: pointerTo(index) }).errors;
    return unfit?.get(id)?.(pointerTo(index)) ?? [];
  });
  if (errors.length > 0) throw problemOf(errors.slice(0, MAX_ERRORS));
  return ids;
}

/** Returns the id; undefined if it cannot be that of a record. A malformed identifier gives its error response. */
function parseMember({ resource }: ResourceConfig, item: unknown, pointer: string): number | undefined | Problem {
  if (item === null)
    return problem(400, '122', 'A list of resource identifiers must not contain null.', { source: { pointer } });
  try {
    return parseId(parseIdentifier(item, resource.type, pointer) ?? '');
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
