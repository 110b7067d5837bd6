import { resources } from '#contract/resources.ts';

/** A method on an address of the API. */
export interface Endpoint {
  type: keyof typeof resources;
  /** The operation's name in the access rules. */
  operation: string;
  method: string;
  /** Path below the prefix. */
  path: string;
  /** Whether the path contains a record's id. */
  isOfRecord: boolean;
}

/** Every method on every address in the contract, with `id` wherever a record is named. */
export function everyEndpoint(id: string): Endpoint[] {
  return Object.values(resources).flatMap(({ type, one, many, writes, actions }) => {
    const list = `/${type}`;
    const record = `${list}/${id}`;
    const endpoint = (operation: string, method: string, path: string): Endpoint => {
      return { type, operation, method, path, isOfRecord: path.startsWith(record) };
    };
    const found = [endpoint('read', 'GET', list), endpoint('read', 'GET', record)];
    for (const name of [...Object.keys(one), ...Object.keys(many)]) {
      const links = `${record}/relationships/${name}`;
      for (const path of [links, `${links}/1`, `${record}/${name}`]) found.push(endpoint('read', 'GET', path));
    }
    const offered: readonly string[] = writes;
    if (offered.includes('create')) found.push(endpoint('create', 'POST', list));
    if (offered.includes('update')) {
      const changing = Object.entries(one).filter(([, { write }]) => write === 'always');
      for (const path of [record, ...changing.map(([name]) => `${record}/relationships/${name}`)])
        found.push(endpoint('update', 'PUT', path), endpoint('update', 'PATCH', path));
    }
    if (offered.includes('delete')) found.push(endpoint('delete', 'DELETE', record));
    for (const [name, { write }] of Object.entries(many)) {
      if (write !== 'members') continue;
      for (const method of ['POST', 'DELETE'])
        found.push(endpoint('members', method, `${record}/relationships/${name}`));
    }
    for (const [name, action] of Object.entries(actions)) {
      found.push(endpoint(name, action.method, `${action.on === 'record' ? record : list}/${name}`));
    }
    return found;
  });
}
