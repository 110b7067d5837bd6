import { t } from '@lingui/core/macro';
import type { Json } from '#contract/attribute.ts';
import type { Input, Resource, Row } from '#contract/resource.ts';
import { currentRecord, mergeRecord } from '#src/api/cache.ts';
import { type Connection, connection, isCurrent } from '#src/api/connection.ts';
import { ApiError, type ReadError } from '#src/api/errors.ts';
import { oneQuery } from '#src/api/queries.ts';
import { queryClient } from '#src/api/query-client.ts';
import type { SaveInput } from '#src/api/write-inputs.ts';
import {
  type AnyBaseline,
  type Baseline,
  baselineOf,
  changedFieldNames,
  type FormError,
  type FormValues,
  hasSameValues,
  toFormValues,
  toRequestInput,
} from './form-values.ts';
import { joinRefusals } from './translate-issue.ts';

/** The part of a save failure that no input can show. */
export interface SaveFailure {
  error: unknown;
  /** Errors that match no input of the form. */
  unplaced: readonly ReadError[];
  isGone?: boolean;
}

export type SaveOutcome<R extends Resource> =
  | { kind: 'saved'; row: Row<R> }
  /** Another user has saved the record since it was opened. */
  | { kind: 'conflict'; theirs: Row<R> }
  /** The response was lost, and it could not be determined whether the record was saved. */
  | { kind: 'unknown'; failure: SaveFailure }
  /** `failure` is undefined if the inputs show all errors. */
  | { kind: 'refused'; problems: readonly FormError[]; failure: SaveFailure | undefined };

/** Why the values of a form are still unsaved. */
export type UnsavedOutcome<R extends Resource> = Exclude<SaveOutcome<R>, { kind: 'saved' }>;

interface SaveOptions {
  from?: Connection | undefined;
  keepalive?: boolean | undefined;
  inputs?: readonly string[];
}

/** The values sent over a baseline with an unknown outcome, oldest first: any of them may be stored. */
const unknownAttempts = new WeakMap<object, readonly FormValues[]>();

/**
 * Saves what differs from the baseline, at the current connection unless `from` is another. With `keepalive`, the page
 * is unloading, and the save is its only request. `inputs` can show an error; by default, everything in the contract.
 * Never throws: failures are outcomes.
 */
export async function saveRecord<R extends Resource>(
  resource: R,
  save: (input: SaveInput<R>) => Promise<Row<R>>,
  values: FormValues,
  baseline: Baseline<R>,
  how: SaveOptions = {},
): Promise<SaveOutcome<R>> {
  const attempts = unknownAttempts.get(baseline) ?? [];
  // Such an attempt may be stored, so returning to the baseline is a change.
  const undone = hasSameValues(values, baseline.values) && attempts.findLast((sent) => !hasSameValues(sent, values));
  const over = undone ? { ...baseline, values: undone } : baseline;
  let outcome = await attempt(resource, save, values, over, how);
  if (outcome.kind === 'conflict') {
    const theirs = baselineOf(resource, outcome.theirs);
    const isOwn = attempts.some((sent) => hasSameValues(sent, theirs.values));
    if (isOwn) outcome = await attempt(resource, save, values, theirs, how);
  }
  if (outcome.kind === 'unknown') unknownAttempts.set(baseline, [...attempts, values]);
  return outcome;
}

async function attempt<R extends Resource>(
  resource: R,
  save: (input: SaveInput<R>) => Promise<Row<R>>,
  values: FormValues,
  baseline: Baseline<R>,
  how: SaveOptions,
): Promise<SaveOutcome<R>> {
  const { row, version } = baseline;
  const { from = connection.get(), keepalive, inputs } = how;
  // A closing page cannot wait for a read, and reads go to the current connection, which may no longer be `from`.
  const canRead = () => !keepalive && isCurrent(from);
  const names = changedFieldNames(values, baseline.values);
  if (row && names.length === 0) return { kind: 'saved', row };
  if (row?.id === '') return notIdentified();
  try {
    if (row && version === undefined && canRead()) {
      // Without versions, detect a lost update by comparing the current record with the one opened.
      const read = await readAgain(resource, row.id);
      // A missing linkage means unknown, not none.
      const now = { ...read, one: { ...row.one, ...read.one } };
      const there = toFormValues(resource, now);
      const touched = changedFieldNames(there, baseline.values);
      const others = changedFieldNames(values, there);
      if (touched.some((name) => names.includes(name) && others.includes(name)))
        return { kind: 'conflict', theirs: now };
    }
    const { attributes, one } = toRequestInput(resource, values, baseline);
    const hasLinks = Object.keys(one).length > 0;
    // The form's inputs are the resource's, so the values read match its input type.
    const input = { attributes: attributes as Input<R>, version };
    const saved = await save({ ...input, ...(row && { id: row.id }), ...(hasLinks && { one }) });
    if (row && isAsBefore(row, saved, attributes)) return notTaken();
    // A missing linkage means unknown, not none.
    return { kind: 'saved', row: { ...saved, one: { ...row?.one, ...one, ...saved.one } } };
  } catch (error) {
    if (error instanceof ApiError && error.isOutcomeUnknown)
      return { kind: 'unknown', failure: { error, unplaced: error.errors } };
    const outcome = await readRefusal(resource, row, error, from, canRead, inputs);
    if (outcome.kind !== 'conflict') return outcome;
    // An earlier attempt whose response was lost may have saved exactly these values.
    const others = changedFieldNames(values, toFormValues(resource, outcome.theirs));
    if (names.some((name) => others.includes(name))) return outcome;
    mergeRecord(resource, outcome.theirs, from);
    return { kind: 'saved', row: outcome.theirs };
  }
}

/** Whether the server ignored everything that was sent. */
function isAsBefore(before: object, now: object, sent: Json): boolean {
  const read = (row: object, name: string) => JSON.stringify(Reflect.get(row, name));
  const changing = Object.keys(sent).filter((name) => JSON.stringify(sent[name]) !== read(before, name));
  return changing.length > 0 && changing.every((name) => read(now, name) === read(before, name));
}

const notTaken = () => unsaved(t`The server reported success but nothing changed.`);

/** Text typed since a create that the server has not identified: it can’t be saved here without creating another. */
export const notIdentified = () =>
  unsaved(t`Created, but the server didn’t say under which ID. Open it from the list to save the rest.`);

function unsaved(detail: string): UnsavedOutcome<never> {
  const unplaced = [{ code: '', title: '', detail, field: undefined, meta: {} }];
  return { kind: 'refused', problems: [], failure: { error: new ApiError('refused', 200, unplaced), unplaced } };
}

async function readRefusal<R extends Resource>(
  resource: R,
  row: Row<R> | undefined,
  error: unknown,
  from: Connection | undefined,
  canRead: () => boolean,
  inputs: readonly string[] | undefined,
): Promise<SaveOutcome<R>> {
  const errors = error instanceof ApiError ? error.errors : [];
  const stale = errors.find((item) => item.code === 'stale_version');
  if (stale && row) {
    const read = () => (canRead() ? readAgain(resource, row.id).catch(() => undefined) : undefined);
    const theirs = currentRecord(resource, error, from) ?? (await read());
    if (theirs) return { kind: 'conflict', theirs };
  }
  const placed = Map.groupBy(errors, ({ field }) => {
    const path = inputOf(resource, field);
    return path !== undefined && (inputs?.includes(path) ?? true) ? path : undefined;
  });
  const unplaced = placed.get(undefined) ?? [];
  const problems = [...placed].flatMap(([path, items]): FormError[] =>
    path === undefined ? [] : [{ path, message: joinRefusals(items) || t`The server rejected this value.` }],
  );
  const isShownByInputs = problems.length > 0 && unplaced.length === 0;
  const isGone = row !== undefined && canRead() && (await isMissing(resource, row.id, error));
  return { kind: 'refused', problems, failure: isShownByInputs ? undefined : { error, unplaced, isGone } };
}

/** A 404 may mean that the record is gone, or that only the update route is missing: reading it again tells which. */
async function isMissing(resource: Resource, id: string, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError && error.isNotFound)) return false;
  const reason: unknown = await readAgain(resource, id).catch((failed: unknown) => failed);
  return reason instanceof ApiError && reason.isNotFound;
}

function inputOf(resource: Resource, name: string | undefined): string | undefined {
  const link = name?.replace(/_id$/, '');
  if (name && Object.hasOwn(resource.attributes, name)) return name;
  return link && Object.hasOwn(resource.one, link) ? link : undefined;
}

async function readAgain<R extends Resource>(resource: R, id: string): Promise<Row<R>> {
  return (await queryClient.query({ ...oneQuery(resource, id), staleTime: 0 })).row;
}

/** Lazy-loads the contract's validation for tables and files, which are shown without waiting for it. */
export const loadFormSchema = () => import('./form-schema.ts');

/** All errors in what would be sent. If validation cannot be loaded, the service alone validates. */
export async function validateFormValues(
  resource: Resource,
  values: FormValues,
  baseline: AnyBaseline,
): Promise<FormError[]> {
  const checks = await loadFormSchema().catch(() => undefined);
  return checks?.listFormErrors(resource, values, baseline) ?? [];
}
