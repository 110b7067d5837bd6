import { afterAll, expect, onTestFinished } from 'vitest';
import { MEDIA_TYPE } from '#contract/document.ts';
import { checkDocument } from '#test/json-api-schema.ts';
import { serviceForFile } from '#test/service.ts';
import { startGateway, startUpstream } from './gateway-parts.ts';

/** The real service and a gateway to it, for a whole test file. */
export async function serviceBehindGateway() {
  const service = await serviceForFile();
  const upstream = await service.listen();
  const gateway = await startGateway(upstream);
  afterAll(gateway.close);
  return { service, upstream, gateway };
}

/** A tenant's server that is closed after the test. */
export async function upstreamOf(...args: Parameters<typeof startUpstream>) {
  const upstream = await startUpstream(...args);
  onTestFinished(upstream.close);
  return upstream;
}

/** A gateway that is closed after the test. */
export async function gatewayTo(...args: Parameters<typeof startGateway>) {
  const gateway = await startGateway(...args);
  onTestFinished(gateway.close);
  return gateway;
}

/** Reads an error of the gateway itself, which is JSON:API regardless of what the tenant sends. */
export async function readError(response: Response) {
  expect(response.headers.get('content-type')).toBe(MEDIA_TYPE);
  const document = await response.json();
  checkDocument(document);
  return { ...document.errors[0], status: response.status };
}
