import { parse } from 'csv-parse/sync';
import { expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Attribute } from '#contract/attribute.ts';
import type { Filter } from '#contract/resource.ts';
import { normalizeForSearch } from '../../db/search/normalize-for-search.ts';
import { searchColumn } from '../../db/search/search.ts';
import { problem } from '../document/problem.ts';
import type { Condition } from '../hooks.ts';
import type { Context } from '../request/context.ts';
import type { ResourceConfig } from '../resource-config.ts';

const MAX_SEARCH_LENGTH = 1_000;
/** Words up to this length are too short for a trigram index, and each is in a large part of all texts. */
const SHORT_WORD = 2;
const MAX_SHORT_WORDS = 3;
/** Each value of a filter with a custom rule adds a condition, which may be a full scan. */
const MAX_ALTERNATIVES = 20;

/** Compiles a list's filters to SQL conditions. Throws 400 with code 107 for an invalid value. */
export function filterConditions(
  config: ResourceConfig,
  filters: Readonly<Record<string, string>>,
  context: Context,
): Condition[] {
  const { and, or } = expressionBuilder<Record<string, never>>();
  const conditions: Condition[] = [];
  for (const [name, raw] of Object.entries(filters)) {
    const filter = config.resource.filters[name];
    if (!filter) continue;
    const values = [...new Set(filterValues(raw).map((text) => parseFilterValue(config, name, filter, text)))];
    if (values.length === 0 || (filter.kind === 'flag' && values.includes(false))) continue;
    const hook = config.filters[name];
    if (!hook && filter.kind !== 'contains') {
      conditions.push(sql<SqlBool>`${filterColumn(config, name, filter)} in (${sql.join(values)})`);
      continue;
    }
    if (values.length > MAX_ALTERNATIVES) throw invalidFilterValue(name, `at most ${MAX_ALTERNATIVES} values`);
    if (filter.kind === 'contains') {
      const texts = values.map(String);
      if (texts.filter(isShortWord).length > MAX_SHORT_WORDS) {
        throw invalidFilterValue(name, `at most ${MAX_SHORT_WORDS} words of one or two characters`);
      }
      conditions.push(...toList(hook ? hook(texts, context) : searchAttribute(config, filter, texts, context)));
      continue;
    }
    const anyOf = values.map((value) => toList(hook?.(value, context))).filter((all) => all.length > 0);
    const [only = []] = anyOf;
    if (anyOf.length === 1) conditions.push(...only);
    else if (anyOf.length > 1) conditions.push(or(anyOf.map((all) => and(all))));
  }
  return conditions;
}

/** Passed to the parser, because detecting them takes most of its time. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

const isShortWord = (text: string) => [...normalizeForSearch(text)].length <= SHORT_WORD;

/** The values of a filter; none if it is blank. */
export const filterValues = (raw: string): string[] => splitCsv(raw).filter((text) => text.trim() !== '');

/** Parses a filter's values as one CSV line; anything else is a single literal value. */
function splitCsv(raw: string): string[] {
  if (!/[",]/.test(raw)) return [raw];
  try {
    const lines = parse(raw, { relax_column_count: true, record_delimiter: LINE_ENDS });
    return lines.length === 1 && lines[0] ? lines[0] : [raw];
  } catch {
    return [raw];
  }
}

const invalidFilterValue = (name: string, expected: string) =>
  problem(400, '107', `${name} accepts ${expected}.`, { source: { parameter: `filter[${name}]` } });

function parseFilterValue(config: ResourceConfig, name: string, filter: Filter, text: string): unknown {
  switch (filter.kind) {
    case 'id': {
      if (!/^\d{1,16}$/.test(text)) throw invalidFilterValue(name, 'record ids');
      return Number(text);
    }
    case 'unix': {
      if (!/^-?\d{1,12}$/.test(text)) throw invalidFilterValue(name, 'whole Unix seconds');
      return Number(text);
    }
    case 'boolean':
    case 'flag': {
      const value = parseBoolean(text);
      if (value === undefined) throw invalidFilterValue(name, 'true, false, 1 or 0');
      return value;
    }
    case 'contains': {
      if (normalizeForSearch(text).length > MAX_SEARCH_LENGTH)
        throw invalidFilterValue(name, `at most ${MAX_SEARCH_LENGTH} characters`);
      assertStorable(name, text);
      return text;
    }
    case 'equals': {
      const attribute = config.resource.attributes[filter.attribute ?? name];
      const value = attribute && parseEqualsValue(attribute, text);
      if (value === undefined) throw invalidFilterValue(name, attribute?.choices?.join(', ') ?? 'true, false, 1 or 0');
      assertStorable(name, text);
      return config.columns[filter.attribute ?? name]?.encode(value);
    }
  }
}

/** No stored text holds NUL, and PostgreSQL fails at a parameter that does. */
function assertStorable(name: string, text: string) {
  if (text.includes('\0')) throw invalidFilterValue(name, 'text without the character NUL');
}

function parseEqualsValue(attribute: Attribute, text: string) {
  if (attribute.kind === 'boolean') return parseBoolean(text);
  if (!attribute.choices) return text;
  return attribute.choices.includes(text) ? text : attribute.choices.find((_, index) => text === String(index + 1));
}

/** Parses a boolean filter value; undefined if invalid. */
export function parseBoolean(text: string): boolean | undefined {
  if (/^(true|t|1)$/i.test(text)) return true;
  return /^(false|f|0)$/i.test(text) ? false : undefined;
}

function filterColumn(config: ResourceConfig, name: string, filter: Filter) {
  const own = config.columns[filter.attribute ?? '']?.name;
  return sql.ref<string>(`${config.table}.${own ?? (filter.of ? name : 'id')}`);
}

function searchAttribute(
  config: ResourceConfig,
  { attribute = '' }: Filter,
  texts: readonly string[],
  { db }: Context,
) {
  const normalized = config.columns[attribute]?.normalized;
  if (!normalized) throw new Error(`${config.resource.type} has no normalized column for ${attribute}.`);
  return searchColumn(db, config.table, normalized, texts);
}

const toList = (conditions: Condition | Condition[] | undefined): Condition[] => [conditions ?? []].flat();
