import type { Json } from '#contract/attribute.ts';
import { recordAction } from '../../audit/record-change.ts';
import type { Api } from '../api.ts';
import type { StoredRow } from '../column.ts';
import { parseIdentifier } from '../document/parse-document.ts';
import { notFound, problem } from '../document/problem.ts';
import { parseId, selectRowForUpdate, selectRows, untypedDb } from '../read/select.ts';
import { noFields } from '../read/shown-columns.ts';
import { addMutationRoute } from '../request/mutation-route.ts';
import type { RouteRequest } from '../request/route.ts';
import type { ResourceConfig } from '../resource-config.ts';
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
      const ids = await parseMembers(targetOf(api, config, name), request.document.data, request);
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
 * Reads the ids of the linked records. Throws 400 if `data` is not a list of identifiers, 404 if a record does not
 * exist.
 */
async function parseMembers(target: ResourceConfig, data: unknown, { context }: RouteRequest): Promise<number[]> {
  if (!Array.isArray(data)) throw problem(400, '122', 'data must be a list of resource identifiers.');
  if (data.length > MAX_MEMBERS)
    throw problem(400, '400', `data must not have more than ${MAX_MEMBERS} resource identifiers.`);
  const ids = data.map((item, index) => {
    const pointer = `/data/${index}`;
    const id = parseIdentifier(item, target.resource.type, pointer);
    if (id === null)
      throw problem(400, '122', 'A list of resource identifiers must not contain null.', { source: { pointer } });
    return parseId(id);
  });
  const known = ids.filter((id) => id !== undefined);
  const found = new Set((await selectRows(target, known, context, noFields(target), true)).map((row) => row.id));
  const missing = ids.findIndex((id) => id === undefined || !found.has(id));
  if (missing >= 0) throw notFound({ pointer: `/data/${missing}` });
  return [...new Set(known)];
}
