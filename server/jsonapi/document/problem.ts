import type { ErrorDocument, ErrorObject } from '#contract/document.ts';

/** An error response: HTTP status and JSON:API errors. When thrown, it rolls back the open transaction. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: readonly ErrorObject[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, errors: readonly ErrorObject[], headers: Readonly<Record<string, string>> = {}) {
    super(errors.map((error) => error.title).join('; '));
    this.status = status;
    // JSON:API's schema requires unique errors.
    this.errors = [...new Map(errors.map((error) => [JSON.stringify(error), error])).values()];
    this.headers = headers;
  }
}

const TITLES: Readonly<Record<string, string>> = {
  '400': 'Bad Request',
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '404': 'Not Found',
  '405': 'Method Not Allowed',
  '406': 'Not Acceptable',
  '408': 'Request Timeout',
  '413': 'Content Too Large',
  '414': 'URI Too Long',
  '422': 'Unprocessable Entity',
  '429': 'Too Many Requests',
  '431': 'Request Header Fields Too Large',
  '500': 'Internal Server Error',
  '501': 'Not Implemented',
  '503': 'Service Unavailable',
  // The numeric codes below are those of jsonapi-resources.
  '100': 'Validation failed',
  '101': 'Invalid resource',
  '102': 'Filter not allowed',
  '104': 'Invalid field',
  '105': 'Param not allowed',
  '106': 'Missing Parameter',
  '107': 'Invalid filter value',
  '109': 'Key not given',
  '110': 'Key does not match',
  '112': 'Invalid include',
  '114': 'Invalid sort criteria',
  '116': 'Type mismatch',
  '118': 'Invalid page value',
  '122': 'Invalid data format',
  answer_too_large: 'Answer too large',
  already_resolved: 'Already resolved',
  outcome_unknown: 'Outcome unknown',
  other_user: 'Other user',
  room_moved_on: 'Room moved on',
  stale_version: 'Stale version',
};

/** The codes that are neither a number of jsonapi-resources nor a status. */
export const WORD_CODES = Object.keys(TITLES).filter((code) => !/^\d/.test(code));

type Extras = Pick<ErrorObject, 'source' | 'meta'> & { title?: string };

/** Creates one entry of `errors`; the title defaults to that of the code. */
export function errorObject(
  status: number,
  code: string,
  detail: string,
  { title, ...rest }: Extras = {},
): ErrorObject {
  return { status: String(status), code, title: title ?? TITLES[code] ?? TITLES[status] ?? 'Error', detail, ...rest };
}

/** An error response with a single error. */
export function problem(
  status: number,
  code: string,
  detail: string,
  { headers, ...extras }: Extras & { headers?: Problem['headers'] } = {},
): Problem {
  return new Problem(status, [errorObject(status, code, detail, extras)], headers);
}

/** An error response with errors that may differ in status. They share one: 400 if one has it, else 422. */
export function problemOf(errors: readonly ErrorObject[]): Problem {
  const statuses = new Set(errors.map((error) => Number(error.status)));
  const [first = 400, other] = statuses;
  const status = other ? (statuses.has(400) ? 400 : 422) : first;
  return new Problem(
    status,
    errors.map((error) => ({ ...error, status: String(status) })),
  );
}

/** 404 for a URL that leads nowhere. */
export const unknownUrl = () => problem(404, '404', 'Nothing was found at this URL.');

/** 405 for a known URL. `methods` are those that it allows. */
export function methodNotAllowed(methods: readonly string[]): Problem {
  const allow = methods.join(', ');
  return problem(405, '405', `This URL allows only ${allow}.`, { headers: { allow } });
}

/** The same 404 for a missing, malformed or inaccessible record, so that it does not reveal which ids exist. */
export const notFound = (source?: ErrorObject['source']) =>
  problem(404, '404', 'Record not found.', source && { source });

/** The body of an error response. */
export const errorDocument = (errors: readonly ErrorObject[]): ErrorDocument => ({ errors: [...errors] });
