import type { Middleware } from '../src/answering.ts';
import { exchange, type Rewrite, readRequest, readTenantAnswer, textOf, urlOf } from './exchange.ts';

const NO_BODY = [204, 304];

/** Wraps `fetch`: a tenant with these forms answers API requests. */
export const fetchThrough =
  (rewrites: readonly Rewrite[]): Middleware =>
  (fetch) => {
    const asked = new Map<string, number>();
    return async (input, init) => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const key = `${request.method} ${url.pathname}`;
      const before = asked.get(key) ?? 0;
      asked.set(key, before + 1);
      const headers = Object.fromEntries(request.headers);
      const read = readRequest(request.method, request.url, headers, await request.text(), before);
      if (!read) return fetch(input, init);
      const answer = await exchange(rewrites, read, async (made) => {
        const body = made.body === undefined ? null : JSON.stringify(made.body);
        const response = await fetch(url.origin + urlOf(made), { method: made.method, headers: made.headers, body });
        return readTenantAnswer(response.status, Object.fromEntries(response.headers), await response.text());
      });
      const text = NO_BODY.includes(answer.status) ? null : textOf(answer);
      return new Response(text, { status: answer.status, headers: answer.headers });
    };
  };
