import { asRecord } from '#src/lib/json.ts';

/** One error of a document, whatever shape it came in. */
export interface ReadError {
  code: string;
  title: string;
  detail: string;
  /** Last segment of `source.pointer` or the name in `source.parameter`. */
  field: string | undefined;
  meta: Record<string, unknown>;
}

/**
 * Why a request brought no usable answer.
 * `unreachable`: no answer at all. `timeout`: none in time. `refused`: the answer says no. `unreadable`: it is no JSON.
 */
export type ApiErrorKind = 'unreachable' | 'timeout' | 'refused' | 'unreadable';

/** The one error that requests throw, cancelled ones aside. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly errors: readonly ReadError[];
  readonly retryAfterSeconds: number | undefined;
  /** What was asked for, where it was asked of the interface. */
  asked: { method: string; path: string } | undefined;
  /** Whether it could not be found out either whether a write whose answer was lost was done. */
  isOutcomeUnknown = false;

  constructor(kind: ApiErrorKind, status = 0, errors: readonly ReadError[] = [], retryAfterSeconds?: number) {
    super(errors[0]?.detail || errors[0]?.title || `${kind} ${status}`);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the tenant refuses the address of this computer: by its title, as no status is documented for it. */
  get isAddressRefused(): boolean {
    return this.errors.some((error) => /invalid ip address/i.test(error.title));
  }

  /** Whether the record is not there: 404, code 103 of jsonapi-resources, or a code 404 that comes as a success. */
  get isNotFound(): boolean {
    const isSuccess = this.status >= 200 && this.status < 300;
    return this.status === 404 || this.hasCode('103') || (isSuccess && this.hasCode('404'));
  }

  /** Whether what was asked for may have been done all the same: no answer came, or none of the tenant itself. */
  get isAnswerLost(): boolean {
    return this.kind !== 'refused' || this.status === 502 || this.status === 504;
  }

  /** Whether a write may be done though it failed here: a service that fails may have carried it out before. */
  get mayBeDone(): boolean {
    return this.isAnswerLost || this.status === 500;
  }

  /** Whether the tenant does not take the content type of requests, or of the answers that were asked for. */
  get isTypeRefused(): boolean {
    return this.status === 406 || this.status === 415;
  }

  /** Whether the tenant does not offer what was asked. */
  get isNotOffered(): boolean {
    return this.status === 405 || this.status === 501;
  }

  hasCode(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }
}

const LONGEST_DETAIL = 2000;

/** Errors of a body in any of the containers seen in the wild; undefined where it holds none. */
export function readErrors(body: unknown): ReadError[] | undefined {
  const document = asRecord(body);
  if (!document) return undefined;
  for (const container of [document.errors, document.erros, document.error]) {
    if (Array.isArray(container) && container.length > 0) return container.map(readError);
    const named = asRecord(container);
    if (named) return isError(named) ? [readError(named)] : Object.entries(named).map(readNamed);
    if (typeof container === 'string' && container) return [readError({ title: container, detail: document.message })];
  }
  const isPlainMessage = typeof document.message === 'string' && ('statusCode' in document || 'status' in document);
  return isPlainMessage ? [readError({ title: document.message })] : undefined;
}

const isError = (error: Record<string, unknown>) =>
  ['title', 'detail', 'message', 'code', 'status'].some((name) => name in error);

/** Rails gives the messages of each field under its name. */
function readNamed([field, messages]: [string, unknown]): ReadError {
  const detail = Array.isArray(messages) ? messages.map(asText).join(' ') : messages;
  return readError({ detail, source: { pointer: field } });
}

function readError(raw: unknown): ReadError {
  const error = asRecord(raw) ?? { title: raw };
  const source = asRecord(error.source);
  const place = asText(source?.pointer) || asText(source?.parameter);
  return {
    code: asText(error.code),
    title: asText(error.title ?? error.message),
    detail: asText(error.detail),
    field: place
      .split(/[/[\]]/)
      .filter(Boolean)
      .at(-1),
    meta: asRecord(error.meta) ?? {},
  };
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const { detail, message, title } = asRecord(value) ?? {};
  const said = detail ?? message ?? title ?? value;
  const text = typeof said === 'object' ? JSON.stringify(said) : String(said);
  return text.slice(0, LONGEST_DETAIL);
}
