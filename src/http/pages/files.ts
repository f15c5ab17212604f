import { fileURLToPath } from 'node:url';
import { negotiate } from '@fastify/accept-negotiator';
import send from '@fastify/send';
import type { FastifyReply } from 'fastify';
import { HttpFault } from '../faults.ts';

/** The output of `npm run build:pages`: each file and its compressed versions. */
const ROOT = fileURLToPath(new URL('../../../dist/pages', import.meta.url));
const SUFFIXES: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };
const CODINGS = Object.keys(SUFFIXES);
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
const COMMON = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
/** Allows scripts, data and calls of this service only. The editors set inline styles and fonts. */
const PAGE_POLICY = [
  ...COMMON,
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
].join('; ');
/** The dashboard uses nothing inline, and forbids turning text into scripts or markup. */
const DASHBOARD_POLICY = [
  ...COMMON,
  "style-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Sends a page by its name. Its links are relative, so its path has no trailing slash. */
export async function sendPage(reply: FastifyReply, name: string): Promise<FastifyReply> {
  const [, last, query = ''] = /\/([^/?]+)\/(\?.*)?$/.exec(reply.request.url) ?? [];
  if (last) return reply.redirect(`../${last}${query}`, 308);
  reply.header('content-security-policy', name.startsWith('dashboard') ? DASHBOARD_POLICY : PAGE_POLICY);
  return sendFile(reply, `${name}.html`, 'no-cache');
}

/** Sends a file whose name changes with its content. */
export function sendAsset(reply: FastifyReply, file: string): Promise<FastifyReply> {
  return sendFile(reply, `assets/${file}`, 'public, max-age=31536000, immutable');
}

/** Streams a file in the best encoding that the client accepts. Supports conditional requests and HEAD. */
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
