import type { Expression, SqlBool } from 'kysely';
import { type Answer, type Api, addReading, type Call, readQuery } from './api.ts';
import { selectRow } from './select.ts';
import { selectPage } from './select-page.ts';
import { listDocument, recordDocument } from './serialize.ts';
import type { Order, Served } from './served.ts';
import { loadView } from './view.ts';

/** Mounts `GET /{type}` and `GET /{type}/{id}`. */
export function mountReading(api: Api, served: Served): void {
  const { type } = served.resource;
  const roles = served.rules.read ?? [];
  addReading(api, {
    methods: ['GET'],
    path: `/v1/${type}`,
    roles,
    work: (call) => answerList(api, served, call),
  });
  addReading(api, {
    methods: ['GET'],
    path: `/v1/${type}/:id`,
    roles,
    work: async ({ context, id, search }) => {
      const query = readQuery(api, served, search);
      const row = await selectRow(served, id, context);
      return { document: recordDocument(served, row, await loadView(api, served, [row], query, context)) };
    },
  });
}

/** Responds with one page of a list. `where` narrows it further, `order` precedes the query's own sort. */
export async function answerList(
  api: Api,
  served: Served,
  { context, path, search }: Call,
  where: readonly Expression<SqlBool>[] = [],
  order: readonly Order[] = [],
): Promise<Answer> {
  const query = readQuery(api, served, search);
  const page = await selectPage(served, query, context, where, order);
  const view = await loadView(api, served, page.rows, query, context);
  return { document: listDocument(served, page, view, path, query) };
}
