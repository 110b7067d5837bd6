/** Proof of a request by a page of the same origin. */
export const OWN = { 'sec-fetch-site': 'same-origin' };

/** A request with a JSON body, such as a sign-in. */
export const json = (body: unknown, headers: Record<string, string> = OWN) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** The cookie that a response sets, in the form a browser sends. */
export const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';
