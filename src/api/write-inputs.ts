import type { Identifier } from '#contract/document.ts';
import type { ActionInput, ActionName, Input, Resource, Row } from '#contract/resource.ts';
import type { FoundRecord } from './tenant/parse-write-response.ts';

export interface SaveInput<R extends Resource> {
  /** Absent for a new record. */
  id?: string;
  attributes: Input<R>;
  /** To-one relationships of a new record. */
  one?: Record<string, Identifier>;
  /** When an earlier page sent this new record but saw no answer, by the tenant's clock. It is only looked up then. */
  sentAtUnix?: number;
  /** The version that was edited, if the tenant has versions. */
  version?: string | undefined;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** Id of the user who saves it. Default: the signed-in user. */
  expectedUser?: string | undefined;
}

export interface ActInput<R extends Resource, A extends ActionName<R>> {
  /** Absent for an action on the whole collection. */
  id?: string;
  attributes?: ActionInput<R, A>;
  /** Top-level members beside `data`, such as the version seen. */
  meta?: Record<string, unknown>;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** Id of the user who acts. Default: the signed-in user. */
  expectedUser?: string | undefined;
}

/** The parsed response to an action. */
export interface ActResult<R extends Resource> {
  /** The record, or the first of several; undefined if the tenant sent none, or the action returns another resource. */
  row: Row<R> | undefined;
  /** How many records were changed; undefined if the tenant does not report it. */
  count: number | undefined;
  /** The complete records of the answer, which are in the cache already; none if pending. */
  records: readonly FoundRecord[];
  /** Top-level `meta` of the answer. */
  meta: Record<string, unknown>;
  /** Whether the tenant will apply it later. */
  isPending: boolean;
}

export interface LinkInput {
  /** Id of the record whose relationship changes. */
  id: string;
  others: readonly Identifier[];
  isAdding: boolean;
}
