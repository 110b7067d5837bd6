import type { ErrorObject } from '#contract/document.ts';
import { Problem, problem } from '../document/problem.ts';

const MIB = 1_048_576;
const MAX_ANSWER_MIB = 16;
export const MAX_ANSWER_BYTES = MAX_ANSWER_MIB * MIB;
/** What a record takes beside its texts: links, relationships, names and short values. */
const RECORD_BYTES = 1_000;

/** How to ask for less. */
interface Way {
  detail: string;
  source: ErrorObject['source'];
}

const BY_PAGE: Way = {
  detail: 'Request fewer records by page[size], fewer attributes by fields, or fewer related records by include.',
  source: { parameter: 'page[size]' },
};

/** The bytes that one answer may still load. Taken before the rows are read. */
export class AnswerBudget {
  readonly #onTaken: ((bytes: number) => void) | undefined;
  #left = MAX_ANSWER_BYTES;

  /** `onTaken` may refuse what fits into the answer. */
  constructor(onTaken?: (bytes: number) => void) {
    this.#onTaken = onTaken;
  }

  get left(): number {
    return this.#left;
  }

  /** Throws 400 if the records with `bytes` of texts do not fit. `way` says how to ask for less. */
  take(records: number, bytes: number, way: Way = BY_PAGE) {
    const taken = records * RECORD_BYTES + bytes;
    this.#left -= taken;
    if (this.#left < 0) throw tooLarge(`The response would exceed ${MAX_ANSWER_MIB} MiB.`, way);
    this.#onTaken?.(taken);
  }
}

const CODE = 'answer_too_large';

/** Refuses a request whose answer would be too large. */
export const tooLarge = (reason: string, { detail, source }: Way) =>
  problem(400, CODE, `${reason} ${detail}`, { source });

/**
 * Makes the answer to what cannot be taken back any more: with the first of the rows, or as many as fit with what the answer
 * shows beside them.
 */
export async function answerFitting<Row, Result>(
  rows: readonly Row[],
  make: (rows: readonly Row[], budget: AnswerBudget) => Promise<Result>,
): Promise<Result> {
  try {
    return await make(rows, new AnswerBudget());
  } catch (error) {
    const isTooLarge = error instanceof Problem && error.errors.some(({ code }) => code === CODE);
    if (!isTooLarge || rows.length === 0) throw error;
  }
  return answerFitting(rows.slice(0, rows.length / 2), make);
}
