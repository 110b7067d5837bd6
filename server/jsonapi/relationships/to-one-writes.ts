import type { Json } from '#contract/attribute.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Api } from '../api.ts';
import { parseIdentifier } from '../document/parse-document.ts';
import { problem } from '../document/problem.ts';
import { selectRowForUpdate } from '../read/select.ts';
import { addMutationRoute } from '../request/mutation-route.ts';
import { foreignKey, type ResourceConfig } from '../resource-config.ts';
import { invalidValue } from '../write/input.ts';
import { updateRow } from '../write/mutations.ts';
import { assertVersion, withConflictBody } from '../write/optimistic-lock.ts';
import { findLinked, isSettable } from '../write/resolve-linkage.ts';
import { linkageOf } from './linkage.ts';
import { mountRefusal } from './mount-refusal.ts';

/** Mounts the writes of a to-one relationship. */
export function mountToOneWrites(api: Api, config: ResourceConfig, name: string, path: string) {
  const { one, writes, type } = config.resource;
  const target = one[name];
  const methods = ['PUT', 'PATCH'];
  if (!writes.includes('update'))
    return mountRefusal(api, config, methods, path, 501, `${type} does not support update.`);
  if (!target || !isSettable(target, 'update')) {
    return mountRefusal(api, config, methods, path, 403, `${name} cannot be changed after the record is created.`);
  }
  addMutationRoute(api, {
    methods,
    path,
    roles: config.permissions.update ?? [],
    handler: async (request) => {
      const row = await selectRowForUpdate(config, request.id, request.context);
      const { data, meta } = request.document;
      if (data === undefined) throw problem(400, '106', 'The body has no data.');
      const id = parseIdentifier(data, target.type, '/data');
      if (id === null && target.required) throw invalidValue('/data', { code: 'required' });
      const values: Json = {
        [foreignKey(name)]: id === null ? null : await findLinked(api, target, id, '/data', request.context),
      };
      return withConflictBody(config, request.context, async () => {
        assertVersion(row, meta);
        await config.assertAllowed('update', row, request.context);
        const extra = await config.onUpdate(values, row, request.context);
        const after = await updateRow(config, row, { ...values, ...extra }, request.context);
        await recordChange(request.context, 'update', type, { before: row, after });
        return linkageOf(config, name, after, request.context, true);
      });
    },
  });
}
