import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import type { System } from '../../src/domain/context.ts';
import { maintainPartitions } from '../../src/domain/events/intake/partitions.ts';
import { type TestClient, tokenFor } from './actors.ts';
import { documented } from './documented.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
  readonly body: any;
}

export interface TestApp {
  readonly app: FastifyInstance;
  send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    options?: { headers?: Record<string, string>; body?: unknown },
  ): Promise<Reply>;
}

/** The HTTP server, called without a network. A text or buffer is sent as it stands, else JSON. */
export async function testApp(system: System): Promise<TestApp> {
  const app = await buildApp({ system });
  await app.ready();
  // What a start leaves running is not to be counted among a test's statements.
  await maintainPartitions(system);
  return {
    app,
    send: async (method, url, { headers = {}, body } = {}) => {
      const raw = typeof body === 'string' || Buffer.isBuffer(body);
      const response = documented(
        await app.inject({
          method,
          url,
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
          ...(body !== undefined && { payload: raw ? body : JSON.stringify(body) }),
        }),
      );
      const json = String(response.headers['content-type']).includes('json');
      return {
        status: response.statusCode,
        headers: response.headers as Record<string, string>,
        body: json ? response.json() : response.body,
      };
    },
  };
}

/** The headers of a traffic call by the client. */
export async function trafficHeaders(system: System, client: TestClient): Promise<Record<string, string>> {
  return { 'x-auth-method': 'OAuth2', 'x-auth-token': await tokenFor(system, client) };
}

/** The header of a GraphQL or native call by the client. */
export async function bearerHeaders(system: System, client: TestClient): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await tokenFor(system, client)}` };
}
