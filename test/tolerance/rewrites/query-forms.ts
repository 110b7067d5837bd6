import { type Rewrite, refuse, type TenantRequest } from '../exchange.ts';

const list = ({ search }: TenantRequest, name: string) => search.get(name)?.split(',') ?? [];

/** Refuses some includes with the given words. Names only the first one in a request, as many services do. */
const refuseIncludes = (names: RegExp, code: string, words: (name: string, path: string) => string): Rewrite => ({
  row: 'Include or sort refused',
  request: (request) => {
    const refused = list(request, 'include').find((name) => names.test(name));
    return refused === undefined ? request : refuse(400, code, 'Bad request', words(refused, request.path));
  },
});

const FIELDS = /^fields\[/;
const isCompound = (name: string) => name.includes('_');

/** Forms of includes, sorts and fields. */
export const queryForms = {
  'no people along: 112': refuseIncludes(
    /user$/,
    '112',
    (name, path) => `${name} is not a valid includable relationship of ${path.slice(1)}`,
  ),
  'no people along: 101': refuseIncludes(/user$/, '101', () => 'users is not a valid resource.'),
  'nothing along: words': refuseIncludes(/./, '', (name) => `Relationship "${name}" doesn't exist`),
  'nothing along: no words': refuseIncludes(/./, '400', () => ''),
  'not sorted by time: 114': {
    row: 'Include or sort refused',
    request: (request) => {
      const refused = list(request, 'sort').find((item) => /created_at_unix$/.test(item));
      const detail = `${refused?.replace(/^-/, '')} is not a valid sort criteria for ${request.path.slice(1)}`;
      return refused === undefined ? request : refuse(400, '114', 'Invalid sort criteria', detail);
    },
  },
  'not sorted at all': {
    row: 'Include or sort refused',
    request: (request) =>
      list(request, 'sort').length > 0 ? refuse(400, '400', 'Bad request', `It cannot be had so.`) : request,
  },
  'compound fields are refused': {
    row: 'Include or sort refused',
    request: (request) => {
      const fields = [...request.search].filter(([name]) => FIELDS.test(name)).flatMap(([, value]) => value.split(','));
      const refused = fields.find(isCompound);
      return refused === undefined
        ? request
        : refuse(400, '104', 'Invalid field', `${refused} is not a valid field for ${request.path.slice(1)}.`);
    },
  },
  'compound fields are left out': {
    row: 'Include or sort refused',
    request: (request) => {
      const known = (value: string) => value.split(',').filter((name) => !isCompound(name));
      const entries = [...request.search].map(([name, value]) => [name, FIELDS.test(name) ? `${known(value)}` : value]);
      return { ...request, search: new URLSearchParams(entries) };
    },
  },
} satisfies Record<string, Rewrite>;
