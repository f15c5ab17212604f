import { fileURLToPath } from 'node:url';
import { negotiate } from '@fastify/accept-negotiator';
import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { System } from '../domain/context.ts';
import { HttpFault } from './faults.ts';
import { trackMethods } from './server.ts';

/** What `npm run build:pages` made: each file with its compressed forms beside it. */
const ROOT = fileURLToPath(new URL('../../dist/pages', import.meta.url));
const SUFFIXES: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };
const CODINGS = Object.keys(SUFFIXES);
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
/** Scripts, data and calls of this service only. The editors set styles and fonts in line. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const NAME = /^[a-z0-9-]+$/;
const ASSET = /^[a-z0-9-]+\.(js|css|svg)$/;

/** The pages for people: a landing page, the documentation, the REST reference, and what they load. */
export async function pageRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { graphiql, services } = options.system.config;
  const landing = graphiql && services.has('graphql') ? 'landing' : 'landing-without-graphiql';
  const { refuseOthers } = trackMethods(app);

  app.get('/dashboard', (_request, reply) => sendPage(reply, landing));
  app.get('/docs', (_request, reply) => sendPage(reply, 'docs'));
  app.get('/docs/rest', (_request, reply) => sendPage(reply, 'reference'));
  app.get<{ Params: { page: string } }>('/docs/:page', ({ params: { page } }, reply) => {
    if (!NAME.test(page)) throw new HttpFault('ROUTE_NOT_FOUND');
    return sendPage(reply, `docs/${page}`);
  });
  app.get<{ Params: { file: string } }>('/assets/:file', ({ params: { file } }, reply) => {
    if (!ASSET.test(file)) throw new HttpFault('ROUTE_NOT_FOUND');
    // Its name changes with its content.
    return sendFile(reply, `assets/${file}`, 'public, max-age=31536000, immutable');
  });
  // Else the conversion postback has this path (DESIGN).
  if (!services.has('attribution')) {
    app.get('/', async (request, reply) => {
      if (!isVisit(request)) throw new HttpFault('ROUTE_NOT_FOUND');
      return sendToLanding(reply);
    });
  }
  refuseOthers();
}

/** A person's browser that opens an address, as opposed to a client: clients send a token. */
export function isVisit({ method, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && headers.authorization === undefined && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Sends a visitor of `/` to the landing page; relative, since a proxy may serve us under a path. */
export function sendToLanding(reply: FastifyReply): FastifyReply {
  return reply
    .headers({ 'cache-control': 'no-store', vary: 'accept, authorization' })
    .redirect('dashboard', 302);
}

/** Sends a page by its name. The links within are relative, so it stands at its path without a slash. */
export async function sendPage(reply: FastifyReply, name: string): Promise<FastifyReply> {
  const [, last, query = ''] = /\/([^/?]+)\/(\?.*)?$/.exec(reply.request.url) ?? [];
  if (last) return reply.redirect(`../${last}${query}`, 308);
  reply.header('content-security-policy', PAGE_POLICY);
  return sendFile(reply, `${name}.html`, 'no-cache');
}

/** Streams a file in the best form that the client takes; conditional requests and HEAD as HTTP has them. */
async function sendFile(reply: FastifyReply, path: string, cacheControl: string): Promise<FastifyReply> {
  const { request } = reply;
  const coding = negotiate(String(request.headers['accept-encoding'] ?? ''), CODINGS);
  const suffix = coding === null ? '' : SUFFIXES[coding];
  const { statusCode, headers, stream, type } = await send(request.raw, `/${path}${suffix}`, {
    root: ROOT,
    index: false,
    acceptRanges: false,
    cacheControl: false,
    contentType: false,
  });
  if (type !== 'file') throw new HttpFault('ROUTE_NOT_FOUND');
  return reply
    .code(statusCode)
    .headers({ ...headers, 'cache-control': cacheControl, vary: 'accept-encoding' })
    .headers({
      'content-type': TYPES[path.slice(path.lastIndexOf('.') + 1)],
      ...(coding !== null && { 'content-encoding': coding }),
    })
    .send(stream);
}
