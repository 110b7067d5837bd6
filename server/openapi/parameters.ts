import type { Json } from '#contract/attribute.ts';
import { PAGE_SIZE } from '#contract/list-query.ts';
import { type Filter, type Resource, relationshipNames, sortNames } from '#contract/resource.ts';
import { filterMeanings } from './filter-meanings.ts';

const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const TEXT = { type: 'string' };

/** Parameters shared by several operations. */
export const commonParameters: Json = {
  id: { name: 'id', in: 'path', required: true, description: 'Id of the record.', schema: TEXT },
  childId: { name: 'childId', in: 'path', required: true, description: 'Id of the related record.', schema: TEXT },
  page_number: {
    name: 'page[number]',
    in: 'query',
    description: 'Which page, from 1 on.',
    schema: { type: 'integer', minimum: 1, default: 1 },
  },
  page_size: {
    name: 'page[size]',
    in: 'query',
    description: 'Records of a page.',
    schema: { type: 'integer', minimum: 1, maximum: PAGE_SIZE.most, default: PAGE_SIZE.initial },
  },
  if_none_match: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Tag of the answer that the client has; 304 says that it is still the answer.',
    schema: TEXT,
  },
};

export const idParameter = parameterRef('id');
export const childIdParameter = parameterRef('childId');
export const conditionParameter = parameterRef('if_none_match');

/** Query parameters of a list: filters, sort, page, included records and fields. */
export const listParameters = (resource: Resource): Json[] => [
  ...filterParameters(resource),
  {
    name: 'sort',
    in: 'query',
    description: 'What to order by; a leading `-` means descending. The default is `id`.',
    ...commaList(sortNames(resource).flatMap((name) => [name, `-${name}`])),
  },
  parameterRef('page_number'),
  parameterRef('page_size'),
  ...viewParameters(resource),
];

export const filterParameters = ({ type, filters }: Resource): Json[] => {
  const meanings: Readonly<Record<string, string>> = filterMeanings[type];
  return Object.entries(filters).map(([name, filter]) => ({
    name: `filter[${name}]`,
    in: 'query',
    description: `${meanings[name]} ${HOW_READ[filter.kind]}`,
    schema: filterSchema(filter),
  }));
};

/** The `include` and `fields` parameters. */
export const viewParameters = (resource: Resource): Json[] => {
  const types = [...Object.values(resource.one), ...Object.values(resource.many)].map(({ type }) => type);
  const names = relationshipNames(resource);
  const include = {
    name: 'include',
    in: 'query',
    description: `Related records to include: ${names.join(', ')}, and paths through them with dots.`,
    ...commaList(),
  };
  const fields = [...new Set([resource.type, ...types])].map((type) => ({
    name: `fields[${type}]`,
    in: 'query',
    description: `The attributes and relationships of ${type} to show.`,
    ...commaList(),
  }));
  return names.length > 0 ? [include, ...fields] : fields;
};

const ANY_OF = 'Several values, as one line of CSV, mean any of them.';
const HOW_READ: Readonly<Record<Filter['kind'], string>> = {
  equals: ANY_OF,
  contains: `Upper and lower case are alike, and \`%\` and \`_\` stand for themselves. ${ANY_OF}`,
  id: ANY_OF,
  boolean: '`1` and `true`, or `0` and `false`.',
  flag: '`1` and `true` select; `0` and `false` change nothing.',
  unix: 'Seconds since 1970; days are those of the tenant’s time zone.',
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
