import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { afterAll } from 'vitest';
import type { System } from '../../../src/domain/context.ts';
import { createLogger } from '../../../src/platform/log/logger.ts';
import { testApp } from '../app.ts';

/** A plain post is answered directly. With a parameter in its media type it is one for Fastify. */
const WAYS = { direct: 'application/json', routed: 'application/json; charset=utf-8' };
export type Way = keyof typeof WAYS;

export interface Post {
  readonly path: string;
  readonly body: string | Buffer;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * The HTTP server on a port, with the lines of its log. Posts go over one connection that is kept open, either so that
 * they can be answered directly or not.
 */
export async function directPosts(system: System) {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const { app } = await testApp({ ...system, log });
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  afterAll(() => app.close());
  afterAll(() => agent.destroy());

  async function post(way: Way, { path, body, headers: more }: Post): Promise<Answer> {
    const headers = {
      'content-type': WAYS[way],
      'content-length': Buffer.byteLength(body),
      'x-request-id': 'one',
      ...more,
    };
    const sent = request({ agent, hostname, port, path, method: 'POST', headers }).end(body);
    const [response] = await once(sent, 'response');
    let text = '';
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode, headers: { ...response.headers, date: '' }, text };
  }

  return { app, lines, hostname, port: Number(port), post };
}

/** How many requests come to a handler of Fastify meanwhile. */
export async function routedDuring(work: () => Promise<unknown>): Promise<number> {
  let routed = 0;
  const count = () => {
    routed += 1;
  };
  subscribe('tracing:fastify.request.handler:start', count);
  await work();
  unsubscribe('tracing:fastify.request.handler:start', count);
  return routed;
}
