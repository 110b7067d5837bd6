import { recordCapability } from '../capabilities.ts';
import { type Connection, connection, isCurrent } from '../connection.ts';
import { ApiError } from '../errors.ts';
import { recordPath, request } from '../request.ts';
import { describeError } from './detect-capabilities.ts';
import { parseItems } from './parse-document.ts';

/**
 * Why an operation failed. `missing`: no such record. `unsupported`: the tenant has no such operation. `busy`: it asks
 * to retry later. `lost`: no usable answer, so a write may have been applied. `refused`: anything else.
 */
interface Failure {
  kind: 'missing' | 'unsupported' | 'busy' | 'lost' | 'refused';
  error: ApiError;
}

/** Outcome of one operation at a tenant. */
export type Outcome<Value> = { kind: 'done'; value: Value } | Failure;

/** Runs an operation; an ApiError becomes a failure. Aborts and bugs still reject. */
export async function outcomeOf<Value>(run: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { kind: 'done', value: await run() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: failureKind(error), error };
  }
}

function failureKind(error: ApiError): Failure['kind'] {
  if (error.isNotFound) return 'missing';
  if (error.isUnsupported) return 'unsupported';
  if (error.isBusy) return 'busy';
  return error.mayBeApplied ? 'lost' : 'refused';
}

/**
 * Whether a refusal means that the tenant does not support the operation: 405, 501, or a 404 about no field although the
 * record exists, which is looked up. Records the missing capability under `endpoint` if the tenant is the current one.
 */
export async function isOperationMissing(
  error: unknown,
  endpoint: string,
  { type, id, from = connection.get() }: { type: string; id: string; from?: Connection | undefined },
): Promise<boolean> {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return false;
  if (error.isUnsupported) return true;
  if (!error.isNotFound || error.isAboutField) return false;
  try {
    const { body } = await request({ path: recordPath({ type }, id), from });
    if (parseItems(body).length === 0) return false;
  } catch {
    return false;
  }
  if (isCurrent(from)) recordCapability(endpoint, 'refused', describeError(error));
  return true;
}
