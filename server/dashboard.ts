import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRead } from './http/request-checks.ts';

const YEAR_SECONDS = 31_536_000;
const NOT_BUILT = `<!doctype html><html lang="en"><title>Not built</title>
<h1>The dashboard is not built</h1><p>Run <code>npm run build</code>, then reload this page.</p>`;
/** The SPA page for paths of any depth: it references its assets by absolute paths. */
const PAGE = '/rooted.html';
/**
 * Headers of the frame that previews customer HTML: the policy of the document's own meta tag, plus the directives that
 * only a header can set.
 */
const PREVIEW = {
  file: /\/preview-document-[^/]*\.html(\.br|\.gz)?$/,
  policy: [
    "default-src 'none'",
    "script-src 'sha256-vv9RuESrTlVwI2sql3R3lkpC0S5sOC9QXW+ipTboZPs=' 'sha256-RiEvVMYXfqSDUKo/SDnd9m0OjMOxvOFY17ARBNjqrhU='",
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    'media-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; '),
};

/**
 * Serves the built dashboard from `distDir`: static files, and the SPA fallback page for every other path. Pages may
 * connect to their own origin and to `connectOrigins`.
 */
export async function registerDashboard(
  app: FastifyInstance,
  distDir: string,
  connectOrigins: readonly string[] = [],
): Promise<void> {
  const root = resolve(distDir);
  const policy = pagePolicy(connectOrigins);
  await app.register(async (pages) => {
    await pages.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      suppressWarning: true,
      // Set here instead of in the route, so that a 404 is never cached for a year.
      setHeaders: (reply, file) => {
        const isHashed = file.startsWith(join(root, 'assets'));
        reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
        if (!PREVIEW.file.test(file)) return;
        reply.header('content-security-policy', PREVIEW.policy);
        reply.header('x-frame-options', 'SAMEORIGIN');
      },
    });
    pages.addHook('onRequest', async (_, reply) => {
      reply.header('content-security-policy', policy);
    });
    // A not-found handler instead of a wildcard route, so that the API keeps its own 404 response.
    pages.setNotFoundHandler((request, reply) => sendPage(request, reply, root));
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, root: string) {
  const [path = '/'] = request.url.split('?', 1);
  const file = /\.\w+$/.test(path) ? path : PAGE;
  if (isRead(request) && isFileWithin(root, file)) return reply.code(200).sendFile(file);
  if (isRead(request) && file === PAGE) return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
  return reply.code(404).type('text/plain; charset=utf-8').send('Nothing was found at this URL.');
}

/** Asks the disk about files below `root` only: the response for any other file would reveal whether it exists. */
function isFileWithin(root: string, path: string) {
  const file = join(root, path);
  return file.startsWith(root + sep) && existsSync(file);
}

/** The pages' content security policy: blocks injected scripts and connections to unlisted origins. */
function pagePolicy(connectOrigins: readonly string[]) {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectOrigins].join(' '),
    "frame-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // The Trusted Types policies for the URLs of the page's own workers.
    'trusted-types countersign-worker countersign-checks',
  ].join('; ');
}
