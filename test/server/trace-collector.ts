import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listenLocally } from '#test/listen-locally.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
interface Export {
  resourceSpans: { resource: Pick<Span, 'attributes'>; scopeSpans: { spans: Span[] }[] }[];
}

/** A collector that records the exports it receives, until the test is over. */
export async function startCollector() {
  const exports: Export[] = [];
  const { origin, close } = await listenLocally(
    createServer(async (request, response) => {
      if (request.url === '/v1/traces') exports.push((await json(request)) as Export);
      response.setHeader('content-type', 'application/json').end('{}');
    }),
  );
  onTestFinished(close);
  const spansOf = (service: string) =>
    exports
      .flatMap(({ resourceSpans }) => resourceSpans)
      .filter(({ resource }) => attributeOf(resource, 'service.name') === service)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  return { url: origin, spansOf, text: () => JSON.stringify(exports) };
}

export const attributeOf = ({ attributes }: Pick<Span, 'attributes'>, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};
