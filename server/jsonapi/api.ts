import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ResourceType } from '#contract/resource.ts';
import type { Context } from './request/context.ts';
import type { WithDeadline } from './request/deadline.ts';
import type { EtagCache } from './request/etag.ts';
import type { ResourceConfig } from './resource-config.ts';

/** The API being built: its routes, resources and shared state. */
export interface Api {
  app: FastifyInstance;
  configs: Map<ResourceType, ResourceConfig>;
  /** Methods by path, to distinguish a 405 from a 404. */
  paths: Map<string, string[]>;
  etags: EtagCache;
  withDeadline: WithDeadline;
  /** Returns the request's context, created by the `onRequest` hook. */
  contextOf(request: FastifyRequest): Context;
}
