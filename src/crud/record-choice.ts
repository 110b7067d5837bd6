import { quote } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { ApiError } from '#src/api/errors.ts';
import { lackingFilters } from '#src/api/offers/lacking-filters.ts';
import { listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';

/** A record as it stands in a picker. */
export interface Choice {
  id: string;
  label: string;
}

/** Records to choose from, whichever resource they are of. Both functions throw an ApiError. */
export interface RecordChoice {
  /** Tells it apart from other choices, where answers are kept. */
  key: readonly unknown[];
  /** The first few whose name holds the text; by id where that is all the tenant can do. */
  search: (text: string) => Promise<Choice[]>;
  /** The one with the id; undefined where there is none. */
  find: (id: string) => Promise<Choice | undefined>;
}

const MOST_FOUND = 20;

export interface RecordChoiceOptions<R extends Resource> {
  /** The filter that finds records by a part of their name. */
  by: keyof R['filters'] & string;
  label: (row: Row<R>) => string;
  /** Narrows what can be chosen. */
  filter?: Readonly<Record<string, string>>;
}

/** Lets records of a resource be chosen by name. */
export function recordChoice<R extends Resource>(resource: R, options: RecordChoiceOptions<R>): RecordChoice {
  const { by, label, filter = {} } = options;
  const toChoice = (row: Row<R>): Choice => ({ id: row.id, label: label(row) });

  const find = async (id: string) => {
    try {
      return toChoice((await queryClient.query(oneQuery(resource, id))).row);
    } catch (error) {
      if (error instanceof ApiError && error.isNotFound) return undefined;
      throw error;
    }
  };
  const searchByName = async (name: string) => {
    const wanted: Record<string, string> = name ? { ...filter, [by]: quote(name) } : filter;
    const lacking = lackingFilters(resource);
    const served = Object.entries(wanted).filter(([filterName]) => !lacking.includes(filterName));
    const asked = { filter: Object.fromEntries(served), page: { size: MOST_FOUND } };
    return (await queryClient.query(listQuery(resource, asked))).rows.map(toChoice);
  };
  const search = async (text: string) => {
    const name = text.trim();
    let found: Choice[] = [];
    const isByName = () => !name || !lackingFilters(resource).includes(by);
    if (isByName()) {
      const lackingBefore = lackingFilters(resource).length;
      try {
        found = await searchByName(name);
      } catch (error) {
        // What the tenant turned out to lack is left out.
        if (lackingFilters(resource).length === lackingBefore) throw error;
        if (isByName()) found = await searchByName(name);
      }
    }
    if (found.length > 0 || !/^\d+$/.test(name)) return found;
    const byId = await find(name);
    return byId ? [byId] : [];
  };
  return { key: [resource.type, 'choice', by, filter], search, find };
}
