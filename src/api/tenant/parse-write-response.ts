import type { Resource, Row } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { asArray, asRecord, jsonText } from '#src/lib/json.ts';
import { plainType } from '../list-page.ts';
import type { ApiAnswer } from '../request.ts';
import { parseItems } from './parse-document.ts';
import { isComplete, isRowOf, parseRow } from './parse-row.ts';

/** A record found in an answer, with its resource. */
export interface FoundRecord {
  resource: Resource;
  row: Row<Resource>;
}

/**
 * All complete records in the answer to a write, both `data` and `included`. An object without a type belongs to
 * `written`; one that lacks attributes is skipped.
 */
export function parseWriteResponse(written: Resource, answer: ApiAnswer): FoundRecord[] {
  const objects = [...parseItems(answer.body), ...asArray(asRecord(answer.body)?.included)];
  return objects.flatMap((object) => {
    const type = asRecord(object)?.type;
    const resource = type === undefined ? written : findResource(jsonText(type));
    const row = resource && isComplete(resource, object) ? parseRow(resource, object, answer.from) : undefined;
    return resource && row ? [{ resource, row }] : [];
  });
}

/** The record with the id, or the first of its resource, in the answer to a write. */
export function findWrittenRecord<R extends Resource>(
  resource: R,
  found: readonly FoundRecord[],
  id?: string,
): Row<R> | undefined {
  const rows = found.map(({ row }): unknown => row).filter((row) => isRowOf(resource, row));
  return id === undefined ? rows[0] : rows.find((row) => row.id === id);
}

export function findResource(type: string): Resource | undefined {
  return Object.values(resources).find((resource) => plainType(resource.type) === plainType(type));
}
