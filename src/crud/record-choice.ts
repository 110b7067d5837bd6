import { quote } from '#contract/list-query.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { ApiError } from '#src/api/errors.ts';
import { lackingFilters } from '#src/api/offers/lacking-filters.ts';
import { listQuery, oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';

/** A record as shown in a picker. */
export interface Choice {
  id: string;
  label: string;
}

/** Selectable records of any resource. Both functions throw an ApiError. */
export interface RecordChoice {
  /** Query key prefix of its answers. */
  key: readonly unknown[];
  /** The first few records whose name contains the text; by id if the tenant can do no more. */
  search: (text: string) => Promise<Choice[]>;
  /** The record with the id; undefined if there is none. */
  find: (id: string) => Promise<Choice | undefined>;
}

const MOST_FOUND = 20;

export interface RecordChoiceOptions<R extends Resource> {
  /** The filter that matches a part of a record's name. */
  by: keyof R['filters'] & string;
  label: (row: Row<R>) => string;
  /** Restricts the selectable records. */
  filter?: Readonly<Record<string, string>>;
}

/** Makes records of a resource selectable by name. */
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
        // Retry without the filters that the tenant turned out not to support.
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
