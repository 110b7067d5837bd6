import type { Action } from '#contract/resource.ts';
import { type Answer, type Api, addReading, addWriting, type Call, readQuery } from './api.ts';
import { servedOf } from './include.ts';
import { readInput } from './input.ts';
import { readActionData, readDocument } from './read-document.ts';
import { answerList } from './reading.ts';
import { conditions, selectRow } from './select.ts';
import { recordDocument, rowsDocument } from './serialize.ts';
import type { Served } from './served.ts';
import { showingCurrent } from './version.ts';
import { loadView } from './view.ts';
import { recordUrl } from './write-record.ts';

/** Mounts `/{type}/{action}` and `/{type}/{id}/{action}`. */
export function mountActions(api: Api, served: Served): void {
  const { type, actions } = served.resource;
  for (const [name, action] of Object.entries(actions)) {
    const route = {
      methods: [action.method],
      path: action.on === 'record' ? `/v1/${type}/:id/${name}` : `/v1/${type}/${name}`,
      roles: served.rules[name] ?? [],
      work: (call: Call) => showingCurrent(served, call.context, () => act(api, served, name, action, call)),
    };
    if (action.method === 'GET') addReading(api, route);
    else addWriting(api, route);
  }
}

async function act(api: Api, served: Served, name: string, action: Action, call: Call): Promise<Answer> {
  const { context, search, body, id } = call;
  const answered = servedOf(api.all, action.of ?? served.resource.type);
  const query = readQuery(api, answered, search);
  const row = action.on === 'record' ? await selectRow(served, id, context) : undefined;
  const { data, meta } = readDocument(body);
  const { attributes } = readActionData(data, served.resource.type, row && id);
  const input = readInput(action.input, attributes, 'create');

  const matching = () => conditions(answered, query, context);
  const outcome = await served.actions[name]?.({ context, row, input, meta, query, matching });
  if (!outcome) throw new Error(`${name} of ${served.resource.type} gave no outcome.`);
  if ('record' in outcome) {
    const { record, created, meta: extra } = outcome;
    const view = await loadView(api, answered, [record], query, context);
    const document = { ...recordDocument(answered, record, view), ...(extra && { meta: extra }) };
    if (!created) return { document };
    return { status: 201, document, headers: { location: recordUrl(context, answered.resource.type, record.id) } };
  }
  if ('rows' in outcome) {
    const view = await loadView(api, answered, outcome.rows, query, context);
    return { document: rowsDocument(answered, outcome.rows, view, outcome.meta) };
  }
  if ('where' in outcome) {
    return answerList(api, answered, call, [outcome.where], query.sort.length > 0 ? [] : outcome.order);
  }
  return { document: { meta: outcome.meta } };
}
