import type { Json } from '#contract/attribute.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { type Filter, type Resource, relationshipNames, sortNames } from '#contract/resource.ts';
import { TEXT } from './document-schemas.ts';
import { filterDescriptions } from './filter-descriptions.ts';

const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/** Parameters shared by several operations. */
export const commonParameters: Json = {
  id: { name: 'id', in: 'path', required: true, description: 'Id of the record.', schema: TEXT },
  childId: { name: 'childId', in: 'path', required: true, description: 'Id of the related record.', schema: TEXT },
  page_number: {
    name: 'page[number]',
    in: 'query',
    description: 'Page number, starting at 1.',
    schema: { type: 'integer', minimum: 1, default: 1 },
  },
  page_size: {
    name: 'page[size]',
    in: 'query',
    description: 'Records per page.',
    schema: { type: 'integer', minimum: 1, maximum: PAGE_SIZE.most, default: PAGE_SIZE.initial },
  },
  purpose: {
    name: 'X-Purpose',
    in: 'header',
    description: '`export` records the export of the list in the audit trail, once, for its first page.',
    schema: { enum: ['export'] },
  },
  room_meta: {
    name: 'roomMeta',
    in: 'query',
    description:
      '`summary` adds `last_message`, `drafts_in_review` and `is_unread` to the `meta` of each room. For staff only.',
    schema: { enum: ['summary'] },
  },
  if_none_match: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of the response that the client has cached; 304 means that it is still current.',
    schema: TEXT,
  },
};

export const idParameter = parameterRef('id');
export const childIdParameter = parameterRef('childId');
export const ifNoneMatchParameter = parameterRef('if_none_match');

/** Query parameters of a list: filters, sort, page, included records and fields. */
export const listParameters = (resource: Resource): Json[] => [
  ...filterParameters(resource),
  {
    name: 'sort',
    in: 'query',
    description: 'Sort fields; a leading `-` means descending order. The default is `id`.',
    ...commaList([...sortNames(resource), ...resource.sorts].flatMap((name) => [name, `-${name}`])),
  },
  parameterRef('page_number'),
  parameterRef('page_size'),
  parameterRef('purpose'),
  ...viewParameters(resource),
];

export const filterParameters = ({ type, filters }: Resource): Json[] => {
  const descriptions: Readonly<Record<string, string>> = filterDescriptions[type];
  return Object.entries(filters).map(([name, filter]) => ({
    name: `filter[${name}]`,
    in: 'query',
    description: `${descriptions[name]} ${FILTER_SYNTAX[filter.kind]}`,
    schema: filterSchema(filter),
  }));
};

/** The `include` and `fields` parameters, and those specific to a resource. */
export const viewParameters = (resource: Resource): Json[] => {
  const types = [...Object.values(resource.one), ...Object.values(resource.many)].map(({ type }) => type);
  const names = relationshipNames(resource);
  const include = {
    name: 'include',
    in: 'query',
    description: `Related records to include: ${names.join(', ')}, and dotted paths through them.`,
    ...commaList(),
  };
  const summary = resource.type === 'rooms' ? [parameterRef('room_meta')] : [];
  const fields = [...new Set([resource.type, ...types])].map((type) => ({
    name: `fields[${type}]`,
    in: 'query',
    description: `The attributes and relationships of ${type} to show.`,
    ...commaList(),
  }));
  return [...(names.length > 0 ? [include] : []), ...fields, ...summary];
};

const ANY_OF = 'Several values in one line of CSV match any of them.';
const FILTER_SYNTAX: Readonly<Record<Filter['kind'], string>> = {
  equals: ANY_OF,
  contains: `Case-insensitive; \`%\` and \`_\` are literal. ${ANY_OF}`,
  id: ANY_OF,
  boolean: '`1` or `true` for the first, `0` or `false` for the second.',
  flag: '`1` or `true` filters; `0` or `false` has no effect.',
  unix: 'Unix seconds; days are in the tenant’s time zone.',
};

function filterSchema({ kind }: Filter): Json {
  if (kind === 'boolean' || kind === 'flag') return { enum: ['1', '0', 'true', 'false', 't', 'f'] };
  return kind === 'unix' ? { type: 'integer' } : TEXT;
}

const commaList = (values?: readonly string[]) => ({
  style: 'form',
  explode: false,
  schema: { type: 'array', items: values ? { enum: values } : TEXT },
});
