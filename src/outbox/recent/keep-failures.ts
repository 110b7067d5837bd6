import { connection, onSwitch, openConnection } from '#src/api/connection.ts';
import { CommentNotSavedError } from '#src/api/decision.ts';
import { ApiError, type ReadError } from '#src/api/errors.ts';
import { queryClient, signedInId } from '#src/api/query-client.ts';
import { isKnownOwn } from '#src/bulk/action-owner.ts';
import { asRecord, isRecord, isText } from '#src/lib/json.ts';
import { onStorageChange, readStoredList, writeStoredList } from '#src/lib/storage/local-storage.ts';
import { type FailedDecision, failedDecisions } from '../decision-outcomes.ts';
import { isPending, type PendingDecision } from '../outbox-store.ts';

/** A failed decision as it is stored. */
interface StoredFailure {
  decision: PendingDecision;
  /** Null for a CommentNotSavedError: decided, but without the reason. */
  error: Pick<ApiError, 'kind' | 'status' | 'errors' | 'isOutcomeUnknown'> | null;
}

type Failed = Readonly<Record<string, FailedDecision>>;

const KEY = 'countersign.failed';
const DAY_MS = 24 * 60 * 60_000;
const MOST = 100;

/** Key of the connection and user whose failures are shown; the user may not be known yet. */
const ownerNow = () => `${connection.get()?.key} ${signedInId()}`;
let owner: string | undefined;
/** Drafts whose failures are both shown and stored. */
let storedIds: ReadonlySet<string> = new Set();
let isRestoring = false;

/** Stores the shown failures, so that they are also shown after a reload and in other tabs. */
function keep(): void {
  const key = connection.get()?.key;
  const shown = failedDecisions.get();
  const others = readAll().filter(({ decision }) => !isKnownOwn(decision) && !(decision.draftId in shown));
  const own = Object.values(shown).flatMap(({ decision, error }): StoredFailure[] => {
    if (decision.connectionKey !== key) return [];
    if (error instanceof CommentNotSavedError) return [{ decision, error: null }];
    if (!(error instanceof ApiError)) return [];
    const { kind, status, errors, isOutcomeUnknown } = error;
    return [{ decision, error: { kind, status, errors, isOutcomeUnknown } }];
  });
  storedIds = new Set(own.map(({ decision }) => decision.draftId));
  writeStoredList(KEY, [...others, ...own].slice(-MOST));
}

/** Shows the stored failures, and those in memory that could not be stored. */
function restore(): void {
  const shown = owner === ownerNow() ? failedDecisions.get() : ownAmong(failedDecisions.get());
  owner = ownerNow();
  const stored = readAll().filter(({ decision }) => isKnownOwn(decision));
  const kept = Object.entries(shown).filter(([id]) => !storedIds.has(id));
  const read = stored.map(({ decision, error }) => {
    const before = shown[decision.draftId];
    const isSame = before?.decision.dueAt === decision.dueAt;
    return [decision.draftId, isSame ? before : { decision, error: toError(error) }] as const;
  });
  storedIds = new Set(read.map(([id]) => id));
  if (kept.length + read.length + Object.keys(failedDecisions.get()).length === 0) return;
  isRestoring = true;
  failedDecisions.set(Object.fromEntries([...kept, ...read]));
  isRestoring = false;
}

const ownAmong = (failed: Failed): Failed =>
  Object.fromEntries(
    Object.entries(failed).filter(([, { decision }]) => isKnownOwn(decision) || decision.by === undefined),
  );

function toError(stored: StoredFailure['error']): Error {
  if (!stored) return new CommentNotSavedError();
  const error = new ApiError(stored.kind, stored.status, stored.errors);
  error.isOutcomeUnknown = stored.isOutcomeUnknown;
  return error;
}

/** Stored failures of the last day. Older ones say nothing about the draft's current state. */
function readAll(): StoredFailure[] {
  const since = Date.now() - DAY_MS;
  return readStoredList(KEY, isFailure).filter(({ decision }) => decision.dueAt > since);
}

function isFailure(value: unknown): value is StoredFailure {
  const { decision, error } = asRecord(value) ?? {};
  if (!isPending(decision)) return false;
  if (error === null) return true;
  const { kind, status, errors } = asRecord(error) ?? {};
  return isText(kind) && typeof status === 'number' && Array.isArray(errors) && errors.every(isReadError);
}

const isReadError = (value: unknown): value is ReadError =>
  isRecord(value) && [value.code, value.title, value.detail].every(isText) && isRecord(value.meta);

failedDecisions.subscribe(() => {
  if (isRestoring) return;
  if (owner === ownerNow()) keep();
  else restore();
});
onStorageChange([KEY], restore);
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'updated' && query.queryKey[2] === 'me' && owner !== ownerNow()) restore();
});
onSwitch((left) => {
  // Where the service does not name users, the next one to sign in must not see this one's failures.
  const isClosed = left !== undefined && !openConnection(left);
  if (isClosed)
    writeStoredList(
      KEY,
      readAll().filter(({ decision: { connectionKey, by } }) => connectionKey !== left || by),
    );
});
restore();
