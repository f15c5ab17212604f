import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { FastifyInstance } from 'fastify';

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

/** Posts over one connection that is kept open, either so that it can be answered directly or not. */
export async function directPosts(app: FastifyInstance) {
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

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

  return { hostname, port: Number(port), post, close: () => agent.destroy() };
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
