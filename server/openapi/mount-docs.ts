import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { openapiDocument } from './openapi-document.ts';

/** Self-hosted Swagger UI from Fastify's package; makes no third-party requests. */
const SWAGGER_UI = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui/package.json'))), 'static');
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;
/** Content security policy of the page: this origin only, no inline scripts. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Countersign API</title>
  <link rel="stylesheet" href="docs/swagger-ui.css">
  <link rel="icon" href="docs/favicon-32x32.png">
  <div id="page"></div>
  <script src="docs/swagger-ui-bundle.js"></script>
  <script src="docs/start.js"></script>
</html>
`;
// Swagger UI keeps the entered token in memory only.
const START = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#page', docExpansion: 'none', filter: true, validatorUrl: null });
`;

/** Mounts `GET /openapi.json` and the Swagger UI at `/docs`. Neither needs a token. */
export function mountDocs(app: FastifyInstance): void {
  let document: string | undefined;
  app.register(async (docs) => {
    await docs.register(fastifyStatic, { root: SWAGGER_UI, serve: false, cacheControl: false });
    docs.addHook('onRequest', async (_, reply) => {
      reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': POLICY });
    });
    docs.get('/openapi.json', async (_, reply) => {
      document ??= JSON.stringify(openapiDocument());
      return reply.type('application/json; charset=utf-8').send(document);
    });
    docs.get('/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
    docs.get('/docs/start.js', async (_, reply) => reply.type('text/javascript; charset=utf-8').send(START));
    for (const file of FILES) docs.get(`/docs/${file}`, async (_, reply) => reply.sendFile(file));
  });
}
