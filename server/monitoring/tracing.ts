import { AsyncLocalStorage } from 'node:async_hooks';
import { finished } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { onQuery } from '../db/query-events.ts';
import { onLogBindings } from '../lib/log-options.ts';

/** Maximum time to send the last spans at shutdown. */
const FLUSH_MS = 3_000;
const MAX_SQL_LENGTH = 2_000;

/** Sends spans of requests and their statements to the collector set by OpenTelemetry's environment variables. */
export function traceRequests(app: FastifyInstance): void {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'countersign' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('countersign');
  const contexts = new AsyncLocalStorage<Context>();
  /** By request, because authentication names its caller before the span begins. */
  const callers = new WeakMap<FastifyRequest, Attributes>();
  mountSpans({ app, tracer, contexts, callers });
  const stops = [
    onLogBindings(({ request, names: { tenant, user } }) => {
      const known = callers.get(request);
      callers.set(request, {
        ...known,
        ...(tenant !== undefined && { 'countersign.tenant': tenant }),
        ...(user !== undefined && { 'user.id': String(user) }),
      });
    }),
    onQuery(({ sql, ms, isError }) => {
      const context = contexts.getStore();
      // Statements outside of requests would each be a trace of their own.
      if (context) addStatement(tracer, context, { sql, ms, isError });
    }),
  ];
  app.addHook('onClose', async () => {
    for (const stop of stops) stop();
    await Promise.race([provider.shutdown().catch(() => {}), setTimeout(FLUSH_MS, undefined, { ref: false })]);
  });
}

interface Mounting {
  app: FastifyInstance;
  tracer: Tracer;
  contexts: AsyncLocalStorage<Context>;
  callers: WeakMap<FastifyRequest, Attributes>;
}

/** Starts and ends a span for each request. Sets the span as the request's `traceparent`, which a gateway forwards. */
function mountSpans({ app, tracer, contexts, callers }: Mounting) {
  const spans = new WeakMap<FastifyRequest, Span>();
  const propagator = new W3CTraceContextPropagator();
  const start = (request: FastifyRequest, reply: FastifyReply) => {
    const { method, headers, is404, routeOptions, id } = request;
    const route = is404 ? undefined : routeOptions.url;
    const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const attributes = { 'http.request.method': method, 'countersign.request_id': id, 'http.route': route };
    const name = route === undefined ? method : `${method} ${route}`;
    const startTime = Date.now() - reply.elapsedTime;
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, startTime }, parent);
    spans.set(request, span);
    // Also runs if the client disconnects before or during the response.
    finished(reply.raw, (error) => {
      span.setAttributes({
        ...callers.get(request),
        ...(reply.raw.headersSent && { 'http.response.status_code': reply.raw.statusCode }),
        ...(error && { 'error.type': 'client_disconnected' }),
      });
      if (reply.raw.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return trace.setSpan(parent, span);
  };
  app.addHook('onRequest', (request, reply, done) => {
    const context = start(request, reply);
    propagator.inject(context, request.headers, defaultTextMapSetter);
    contexts.run(context, done);
  });
  // Reading the body leaves the asynchronous context of the hook above.
  app.addHook('preHandler', (request, _, done) => {
    const span = spans.get(request);
    if (span) contexts.run(trace.setSpan(ROOT_CONTEXT, span), done);
    else done();
  });
}

/** Adds the span of a statement that has ended. */
function addStatement(tracer: Tracer, context: Context, statement: { sql: string; ms: number; isError: boolean }) {
  const { sql, ms, isError } = statement;
  const endMs = Date.now();
  const [operation = 'query'] = sql.trimStart().split(/\s/, 1);
  const attributes = { 'db.operation.name': operation, 'db.query.text': sql.slice(0, MAX_SQL_LENGTH) };
  const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime: endMs - ms, attributes }, context);
  if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endMs);
}
