type Fetch = typeof globalThis.fetch;

/** Middleware that answers some requests in place of the service: those to which `answer` has a response. */
export const answering =
  (answer: (url: string, init: RequestInit) => Promise<Response> | Response | false | undefined) =>
  (fetch: Fetch): Fetch =>
  async (input, init = {}) =>
    answer(decodeURIComponent(String(input)), init) || fetch(input, init);

/** A refusal with one JSON:API error. */
export const refusal = (status: number, error: object = {}) => Response.json({ errors: [error] }, { status });
