import type { Api } from '../api.ts';
import { problem } from '../document/problem.ts';
import { selectRow } from '../read/select.ts';
import { noFields } from '../read/shown-columns.ts';
import { addMutationRoute } from '../request/mutation-route.ts';
import type { ResourceConfig } from '../resource-config.ts';

/** Mounts a route that refuses writes of a relationship. A missing record gets 404 before the refusal. */
export function mountRefusal(
  api: Api,
  config: ResourceConfig,
  methods: string[],
  path: string,
  status: 403 | 501,
  detail: string,
) {
  addMutationRoute(api, {
    methods,
    path,
    roles: config.permissions.read ?? [],
    ignoresBody: true,
    handler: async ({ id, context }) => {
      await selectRow(config, id, context, noFields(config));
      throw problem(status, String(status), detail);
    },
  });
}
