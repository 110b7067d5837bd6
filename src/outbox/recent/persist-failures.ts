import { connection } from '#src/api/connection.ts';
import { CommentNotSavedError } from '#src/api/decision.ts';
import { ApiError, type ReadError } from '#src/api/errors.ts';
import { queryClient, signedInId } from '#src/api/query-client.ts';
import { canReturnTo, createFailureStore, isKnownOwn } from '#src/bulk/failed-actions.ts';
import { asRecord, isRecord, isText } from '#src/lib/json.ts';
import { failedDecisions } from '../decision-outcomes.ts';
import { amongEntries, isPending, type PendingDecision } from '../outbox-store.ts';

/** A failed decision as it is stored. */
interface StoredFailure {
  decision: PendingDecision;
  /** Null for a CommentNotSavedError: decided, but without the reason. */
  error: Pick<ApiError, 'kind' | 'status' | 'errors' | 'isOutcomeUnknown'> | null;
}

const actionOf = ({ signIn, ...decision }: PendingDecision) => ({ ...decision, ...signIn, sentAt: decision.dueAt });
const storedFailures = createFailureStore('countersign.failed', isFailure, ({ decision }) => actionOf(decision));

/** Key of the connection and user whose failures are shown; the user may not be known yet. */
const ownerNow = () => `${connection.get()?.key} ${signedInId()}`;
let owner: string | undefined;
/** Whether the failure of a decision has been stored. */
let isStored = amongEntries([]);
let isRestoring = false;

/** Stores the shown failures, so that they are also shown after a reload and in other tabs. */
function keep(): void {
  const shown = Object.values(failedDecisions.get()).flatMap(({ decision, error }): StoredFailure[] => {
    if (error instanceof CommentNotSavedError) return [{ decision, error: null }];
    if (!(error instanceof ApiError)) return [];
    const { kind, status, errors, isOutcomeUnknown } = error;
    return [{ decision, error: { kind, status, errors, isOutcomeUnknown } }];
  });
  // Those too many to be stored stay in memory.
  isStored = amongEntries([]);
  storedFailures.change((all) => [...all.filter((failure) => !mayBeOwn(failure)), ...shown]);
}

/** Shows the user's stored failures, and those in memory that could not be stored. */
function restore(): void {
  owner = ownerNow();
  const shown = failedDecisions.get();
  const kept = Object.entries(shown).filter(([, failure]) => mayBeOwn(failure) && !isStored(failure.decision));
  const stored = storedFailures.get().filter(mayBeOwn);
  const read = stored.map(({ decision, error }) => {
    const before = shown[decision.draftId];
    const isSame = before?.decision.dueAt === decision.dueAt;
    return [decision.draftId, isSame ? before : { decision, error: toError(error) }] as const;
  });
  isStored = amongEntries(stored.map(({ decision }) => decision));
  if (read.length + Object.keys(shown).length === 0) return;
  isRestoring = true;
  failedDecisions.set(Object.fromEntries([...kept, ...read]));
  isRestoring = false;
}

/** Whether the decision is the signed-in user's, who may not have been named when it was made. */
const mayBeOwn = ({ decision }: Pick<StoredFailure, 'decision'>): boolean =>
  isKnownOwn({ ...decision, by: decision.by ?? signedInId() }) && canReturnTo(actionOf(decision));

function toError(stored: StoredFailure['error']): Error {
  if (!stored) return new CommentNotSavedError();
  const error = new ApiError(stored.kind, stored.status, stored.errors);
  error.isOutcomeUnknown = stored.isOutcomeUnknown;
  return error;
}

function isFailure(value: unknown): value is StoredFailure {
  const { decision, error } = asRecord(value) ?? {};
  if (!isPending(decision)) return false;
  if (error === null) return true;
  const { kind, status, errors } = asRecord(error) ?? {};
  return isText(kind) && typeof status === 'number' && Array.isArray(errors) && errors.every(isReadError);
}

function isReadError(value: unknown): value is ReadError {
  return isRecord(value) && [value.code, value.title, value.detail].every(isText) && isRecord(value.meta);
}

failedDecisions.subscribe(() => {
  if (isRestoring) return;
  if (owner === ownerNow()) keep();
  else restore();
});
storedFailures.subscribe(restore);
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'updated' && query.queryKey[2] === 'me' && owner !== ownerNow()) restore();
});
restore();
