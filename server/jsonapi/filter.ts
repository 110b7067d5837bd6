import { parse } from 'csv-parse/sync';
import { expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Attribute } from '#contract/attribute.ts';
import type { Filter } from '#contract/resource.ts';
import { foldText } from '../db/fold.ts';
import { searchColumn } from '../db/search.ts';
import type { Context } from './context.ts';
import { problem } from './problem.ts';
import type { Condition, Served } from './served.ts';

const MOST_SEARCHED = 1_000;
/** Each value of a filter with a custom rule adds a condition, which may be a full scan. */
const MOST_ALTERNATIVES = 20;

/** Compiles a list's filters to SQL conditions. Throws 400 with code 107 for an invalid value. */
export function filterConditions(
  served: Served,
  filters: Readonly<Record<string, string>>,
  context: Context,
): Condition[] {
  const { and, or } = expressionBuilder<Record<string, never>>();
  const conditions: Condition[] = [];
  for (const [name, raw] of Object.entries(filters)) {
    const filter = served.resource.filters[name];
    if (!filter) continue;
    const given = splitCsv(raw).filter((text) => text.trim() !== '');
    const values = [...new Set(given.map((text) => readValue(served, name, filter, text)))];
    if (values.length === 0 || (filter.kind === 'flag' && values.includes(false))) continue;
    const rule = served.filters[name];
    if (!rule && filter.kind !== 'contains') {
      conditions.push(sql<SqlBool>`${filterColumn(served, name, filter)} in (${sql.join(values)})`);
      continue;
    }
    if (values.length > MOST_ALTERNATIVES) throw refusal(name, `at most ${MOST_ALTERNATIVES} values`);
    if (filter.kind === 'contains') {
      const texts = values.map(String);
      conditions.push(...allOf(rule ? rule(texts, context) : searchOwn(served, filter, texts, context)));
      continue;
    }
    const anyOf = values.map((value) => allOf(rule?.(value, context))).filter((all) => all.length > 0);
    const [only = []] = anyOf;
    if (anyOf.length === 1) conditions.push(...only);
    else if (anyOf.length > 1) conditions.push(or(anyOf.map((all) => and(all))));
  }
  return conditions;
}

/** Parses a filter's values as one CSV line; anything else is a single literal value. */
function splitCsv(raw: string): string[] {
  if (!/[",]/.test(raw)) return [raw];
  try {
    const lines = parse(raw, { relax_column_count: true });
    return lines.length === 1 && lines[0] ? lines[0] : [raw];
  } catch {
    return [raw];
  }
}

const refusal = (name: string, expected: string) =>
  problem(400, '107', `${name} takes ${expected}.`, { source: { parameter: `filter[${name}]` } });

function readValue(served: Served, name: string, filter: Filter, text: string): unknown {
  switch (filter.kind) {
    case 'id': {
      if (!/^\d{1,16}$/.test(text)) throw refusal(name, 'ids of records');
      return Number(text);
    }
    case 'unix': {
      if (!/^-?\d{1,12}$/.test(text)) throw refusal(name, 'whole seconds since 1970');
      return Number(text);
    }
    case 'boolean':
    case 'flag': {
      const value = readBoolean(text);
      if (value === undefined) throw refusal(name, 'true, false, 1 or 0');
      return value;
    }
    case 'contains': {
      if (foldText(text).length > MOST_SEARCHED) throw refusal(name, `at most ${MOST_SEARCHED} characters`);
      return text;
    }
    case 'equals': {
      const attribute = served.resource.attributes[filter.attribute ?? name];
      const value = attribute && readEqual(attribute, text);
      if (value === undefined) throw refusal(name, attribute?.choices?.join(', ') ?? 'true, false, 1 or 0');
      return served.columns[filter.attribute ?? name]?.write(value);
    }
  }
}

function readEqual(attribute: Attribute, text: string) {
  if (attribute.kind === 'boolean') return readBoolean(text);
  if (!attribute.choices) return text;
  return attribute.choices.includes(text) ? text : attribute.choices.find((_, index) => text === String(index + 1));
}

/** Parses a boolean filter value; undefined if invalid. */
export function readBoolean(text: string): boolean | undefined {
  if (/^(true|t|1)$/i.test(text)) return true;
  return /^(false|f|0)$/i.test(text) ? false : undefined;
}

function filterColumn(served: Served, name: string, filter: Filter) {
  const own = served.columns[filter.attribute ?? '']?.name;
  return sql.ref<string>(`${served.table}.${own ?? (filter.of ? name : 'id')}`);
}

function searchOwn(served: Served, { attribute = '' }: Filter, texts: readonly string[], { db }: Context) {
  const folded = served.columns[attribute]?.folded;
  if (!folded) throw new Error(`${served.resource.type} keeps no searchable form of ${attribute}.`);
  return searchColumn(db, served.table, folded, texts);
}

const allOf = (conditions: Condition | Condition[] | undefined): Condition[] => [conditions ?? []].flat();
