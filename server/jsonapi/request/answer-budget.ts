import { problem } from '../document/problem.ts';

const MIB = 1_048_576;
const MAX_ANSWER_MIB = 16;
export const MAX_ANSWER_BYTES = MAX_ANSWER_MIB * MIB;
/** What a record takes beside its texts: links, relationships, names and short values. */
const RECORD_BYTES = 1_000;

/** The bytes that one answer may still load. Taken before the rows are read, and what escaping adds as they are written. */
export class AnswerBudget {
  #left = MAX_ANSWER_BYTES;

  /** Throws 400 if the records with `bytes` of texts do not fit. */
  take(records: number, bytes: number) {
    this.#left -= records * RECORD_BYTES + bytes;
    if (this.#left >= 0) return;
    const ways =
      'Request fewer records by page[size], fewer attributes by fields, or fewer related records by include.';
    throw problem(400, 'answer_too_large', `The response would exceed ${MAX_ANSWER_MIB} MiB. ${ways}`, {
      source: { parameter: 'page[size]' },
    });
  }
}
