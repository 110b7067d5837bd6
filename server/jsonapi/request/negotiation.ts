import type { IncomingHttpHeaders } from 'node:http';
import { MEDIA_TYPE } from '#contract/document.ts';
import { problem } from '../document/problem.ts';

/**
 * Content negotiation: throws 406 if the client does not accept JSON:API, or sends a body of another type that is not
 * ignored.
 */
export function negotiate(headers: IncomingHttpHeaders, ignoresBody: boolean): void {
  if (!isAccepted(headers.accept)) {
    throw problem(
      406,
      '406',
      `Responses are ${MEDIA_TYPE} without parameters, which the Accept header does not allow.`,
    );
  }
  if (!ignoresBody && hasBody(headers) && !isJsonApiType(headers['content-type'])) {
    throw problem(406, '406', `The body must be sent as ${MEDIA_TYPE}.`);
  }
}

function isAccepted(accept: string | undefined) {
  if (accept === undefined || accept.trim() === '') return true;
  return accept.split(',').some((entry) => {
    const [range, ...parameters] = parts(entry);
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    if (weight && !(Number(weight.slice(2)) > 0)) return false;
    if (range === '*/*' || range === 'application/*') return true;
    return range === MEDIA_TYPE && parameters.every((parameter) => parameter === weight);
  });
}

function isJsonApiType(given: string | undefined) {
  const [type, ...parameters] = parts(given ?? '');
  return type === MEDIA_TYPE && parameters.every((parameter) => /^charset="?utf-?8"?$/.test(parameter));
}

/** True if the request has or announces a body. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const parts = (entry: string) => entry.split(';').map((part) => part.trim().toLowerCase());
