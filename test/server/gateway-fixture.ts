import { afterEach, expect } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { checkDocument } from '#test/json-api-schema.ts';
import { startGateway, startUpstream } from './gateway-parts.ts';

const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of toClose.splice(0).reverse()) await each.close();
});

/** A tenant's server that is closed after the test. */
export async function upstreamOf(...args: Parameters<typeof startUpstream>) {
  const upstream = await startUpstream(...args);
  toClose.push(upstream);
  return upstream;
}

/** A gateway that is closed after the test. */
export async function gatewayTo(...args: Parameters<typeof startGateway>) {
  const gateway = await startGateway(...args);
  toClose.push(gateway);
  return gateway;
}

/** Reads an error of the gateway itself, which is JSON:API regardless of what the tenant sends. */
export async function readError(response: Response) {
  expect(response.headers.get('content-type')).toBe(MEDIA_TYPE);
  const document = await response.json();
  checkDocument(document);
  return { status: response.status, code: document.errors[0].code, detail: document.errors[0].detail };
}
