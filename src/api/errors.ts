import { asRecord, isText } from '#src/lib/json.ts';
import { toContractName } from './tenant/wire-format.ts';

/** One error of a document, normalised. */
export interface ReadError {
  code: string;
  title: string;
  detail: string;
  /** Last segment of `source.pointer` or the name in `source.parameter`, in the contract's casing. */
  field: string | undefined;
  meta: Record<string, unknown>;
}

/**
 * Why a request failed. `unreachable`: network error. `timeout`: no answer in time. `refused`: an error answer.
 * `unreadable`: not the JSON expected.
 */
export type ApiErrorKind = 'unreachable' | 'timeout' | 'refused' | 'unreadable';

/** The only error that requests throw, aside from aborts. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly errors: readonly ReadError[];
  /** What the service says about its first error; undefined or empty if nothing. */
  readonly words: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The API request that failed; undefined outside the API. */
  asked: { method: string; path: string } | undefined;
  /** Whether the response to a write was lost and it could not be determined if the write was applied. */
  isOutcomeUnknown = false;

  constructor(kind: ApiErrorKind, status = 0, errors: readonly ReadError[] = [], retryAfterSeconds?: number) {
    const words = errors[0]?.detail || errors[0]?.title;
    super(words || `${kind} ${status}`);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.errors = errors;
    this.words = words;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The IP address of this client that the tenant blocks. Only our own service sends it. */
  get refusedAddress(): string | undefined {
    return this.errors.map(({ meta }) => meta.refused_address).find(isText);
  }

  /** Whether the tenant blocks this client's IP address. Other tenants only say so in the documented title. */
  get isAddressRefused(): boolean {
    return this.refusedAddress !== undefined || this.errors.some(({ title }) => /invalid ip address/i.test(title));
  }

  /** 404, code 103 of jsonapi-resources, or a code 404 in a successful answer. */
  get isNotFound(): boolean {
    const isSuccess = this.status >= 200 && this.status < 300;
    return this.status === 404 || this.hasCode('103') || (isSuccess && this.hasCode('404'));
  }

  /** Whether the request may have been carried out anyway: no usable answer, a gateway's, or a code that says so. */
  get isResponseLost(): boolean {
    return this.kind !== 'refused' || this.status === 502 || this.status === 504 || this.hasCode('outcome_unknown');
  }

  /** Whether a write may have been applied although it failed: a 500 may follow the commit. */
  get mayBeApplied(): boolean {
    return this.isResponseLost || this.status === 500;
  }

  /** Whether the tenant rejects the content type of the request (415) or of the answer (406). */
  get isTypeRefused(): boolean {
    return this.status === 406 || this.status === 415;
  }

  /** Whether the tenant does not support the operation. */
  get isUnsupported(): boolean {
    return this.status === 405 || this.status === 501;
  }

  /** Whether the tenant asks to retry later. */
  get isBusy(): boolean {
    return this.status === 429 || this.status === 503;
  }

  /** Whether the same request may succeed later: busy, too slow, signed out, or no usable answer. */
  get isTransient(): boolean {
    return this.isBusy || this.isResponseLost || this.status === 401 || this.status === 408;
  }

  /** Whether an error names a field, so that a 404 may be about a linked record. */
  get isAboutField(): boolean {
    return this.errors.some(({ field }) => field && !/^(id|data|detail|\d+)$/.test(field));
  }

  hasCode(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }
}

/** A refusal with an error code of our service, for checks that other tenants lack. `detail` is for the user. */
export const refusal = (code: string, detail = ''): ApiError =>
  new ApiError('refused', 422, [{ code, title: '', detail, field: undefined, meta: {} }]);

/** Whether a request got no response at all; an error response does not count. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'unreachable' || error.kind === 'timeout');

const MAX_DETAIL_LENGTH = 2000;

/** Errors of a body in any of the containers seen in the wild; undefined without any. `isOk`: the answer is a 2xx. */
export function parseErrors(body: unknown, isOk = false): ReadError[] | undefined {
  const document = asRecord(body);
  if (!document) return undefined;
  for (const container of [document.errors, document.erros, document.error]) {
    if (Array.isArray(container) && container.length > 0) return container.map(readError);
    const named = asRecord(container);
    if (named && Object.keys(named).length > 0)
      return isError(named) ? [readError(named)] : Object.entries(named).map(readNamed);
    if (typeof container === 'string' && container) return [readError({ title: container, detail: document.message })];
  }
  const status = document.statusCode ?? document.status;
  const isFailure = isOk ? Number(status) >= 400 || /^(error|fail)/i.test(String(status)) : status !== undefined;
  return isFailure && typeof document.message === 'string' ? [readError({ title: document.message })] : undefined;
}

/** A list is the messages of a field that happens to have such a name. */
const isError = (error: Record<string, unknown>) =>
  ['title', 'detail', 'message', 'code', 'status'].some((name) => name in error && !Array.isArray(error[name]));

/** Rails keys the messages of a field by its name. */
function readNamed([field, messages]: [string, unknown]): ReadError {
  const detail = Array.isArray(messages) ? messages.map(asText).join(' ') : messages;
  return readError({ detail, source: { pointer: field } });
}

function readError(raw: unknown): ReadError {
  const error = asRecord(raw) ?? { title: raw };
  const source = asRecord(error.source);
  const path = asText(source?.pointer) || asText(source?.parameter);
  return {
    code: asText(error.code),
    title: asText(error.title ?? error.message),
    detail: asText(error.detail),
    field: fieldOf(path),
    meta: asRecord(error.meta) ?? {},
  };
}

function fieldOf(path: string): string | undefined {
  const last = path
    .split(/[/[\]]/)
    .filter(Boolean)
    .at(-1);
  return last && toContractName(last);
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const { detail, message, title } = asRecord(value) ?? {};
  const said = detail ?? message ?? title ?? value;
  const text = typeof said === 'object' ? JSON.stringify(said) : String(said);
  return text.slice(0, MAX_DETAIL_LENGTH);
}
