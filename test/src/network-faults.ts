import { intercepting, type Match, type Middleware, type Respond, refusal } from './answering.ts';

/* Faults of a request or its response. */

/** The request does not reach the service. */
export const connectionRefused: Respond = () => Promise.reject(new TypeError('connection refused'));

/** The service carries out the request, and its response is lost. */
export const responseLost: Respond = async (passOn) => {
  await passOn();
  throw new TypeError('connection reset');
};

/** The service carries out the request, and its response ends too early. */
export const responseCut: Respond = async (passOn) => {
  const response = await passOn();
  return new Response((await response.text()).slice(0, -9), response);
};

/** The service carries out the request, but never responds. */
export const noResponse: Respond = async (passOn) => {
  await passOn();
  return new Promise(() => undefined);
};

/** The service, or a gateway, refuses the request. */
export const refusedWith =
  (...args: Parameters<typeof refusal>): Respond =>
  async () =>
    refusal(...args);

/** A response without a body, as gateways send. */
export const emptyResponse =
  (status: number, headers: Record<string, string> = {}): Respond =>
  async () =>
    new Response('', { status, headers });

/** The service carries out the request before the fault. */
export const afterwards =
  (fault: Respond): Respond =>
  async (passOn, url) => {
    await passOn();
    return fault(passOn, url);
  };

/** Middleware that applies the faults to the first matching requests, in turn; the others pass. */
export function failing(isMatch: Match, ...faults: readonly Respond[]): Middleware {
  const left = [...faults];
  return intercepting(isMatch, (passOn, url) => left.shift()?.(passOn, url) ?? passOn());
}
