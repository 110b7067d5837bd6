import type { ErrorObject } from '#contract/document.ts';
import { Problem, problem } from '../document/problem.ts';

const MIB = 1_048_576;
const MAX_ANSWER_MIB = 16;
export const MAX_RESPONSE_BYTES = MAX_ANSWER_MIB * MIB;
/** Estimated size of a record without its texts: links, relationships, names and short values. */
const RECORD_BYTES = 1_000;

/** Advice on how to request less, for the error. */
interface Advice {
  detail: string;
  source: ErrorObject['source'];
}

const BY_PAGE: Advice = {
  detail: 'Request fewer records by page[size], fewer attributes by fields, or fewer related records by include.',
  source: { parameter: 'page[size]' },
};

/** The bytes that one answer may still load. Call `take` before reading rows. */
export class ResponseBudget {
  readonly #onTaken: ((bytes: number) => void) | undefined;
  #left = MAX_RESPONSE_BYTES;

  /** `onTaken` may throw to refuse bytes that would fit into the answer. */
  constructor(onTaken?: (bytes: number) => void) {
    this.#onTaken = onTaken;
  }

  get left(): number {
    return this.#left;
  }

  /** Reserves space for records with `bytes` of texts. Throws 400 with the advice if they do not fit. */
  take(records: number, bytes: number, advice = BY_PAGE) {
    const taken = records * RECORD_BYTES + bytes;
    this.#left -= taken;
    if (this.#left < 0) throw responseTooLarge(`The response would exceed ${MAX_ANSWER_MIB} MiB.`, advice);
    this.#onTaken?.(taken);
  }
}

const CODE = 'answer_too_large';

/** Refuses a request whose answer would be too large. */
export const responseTooLarge = (reason: string, { detail, source }: Advice) =>
  problem(400, CODE, `${reason} ${detail}`, { source });

/**
 * Makes the answer to a write that is already committed, which must not fail for its size: halves the number of rows
 * until they fit.
 */
export async function respondWithinBudget<Row, Result>(
  rows: readonly Row[],
  make: (rows: readonly Row[], budget: ResponseBudget) => Promise<Result>,
): Promise<Result> {
  try {
    return await make(rows, new ResponseBudget());
  } catch (error) {
    const isTooLarge = error instanceof Problem && error.errors.some(({ code }) => code === CODE);
    if (!isTooLarge || rows.length === 0) throw error;
  }
  return respondWithinBudget(rows.slice(0, rows.length / 2), make);
}
