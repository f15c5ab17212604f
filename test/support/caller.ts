import { setUserQuota } from '../../src/domain/access/quota/set.ts';
import type { System } from '../../src/domain/context.ts';
import { createClient, createSeat, type TestClient, tokenFor } from './actors.ts';
import { type Reply, type TestApp, testApp } from './app.ts';

/** One client of the traffic interface and of GraphQL. */
export interface Caller {
  readonly client: TestClient;
  readonly seatId: number;
  get(path: string): Promise<Reply>;
  post(path: string, body: unknown): Promise<Reply>;
  put(path: string, body: unknown): Promise<Reply>;
  /** Answers `data`; throws when the operation has errors. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
  graphql(query: string, variables?: object): Promise<any>;
  /** The body as it came, errors included. */
  // biome-ignore lint/suspicious/noExplicitAny: the same
  graphqlBody(query: string, variables?: object): Promise<any>;
}

const PLENTY = {
  postPerMin: 9999,
  postPerHr: 9999,
  putPerMin: 9999,
  putPerHr: 9999,
  getPerMin: 9999,
  getPerHr: 9999,
};

/** A caller of a seat of its own unless one is named; its quotas are no matter of the test. */
export async function createCaller(
  system: System,
  options: { seatId?: number; role?: 'ADMIN' | 'EDITOR' | 'VIEWER'; app?: TestApp } = {},
): Promise<Caller> {
  const seatId = options.seatId ?? (await createSeat(system)).seatId;
  const client = await createClient(system, { seatId, role: options.role ?? 'ADMIN' });
  await setUserQuota({ system, userId: client.userId, quotas: PLENTY });
  const app = options.app ?? (await testApp(system));
  const token = await tokenFor(system, client);
  const traffic = { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
  const graphqlBody = async (query: string, variables: object = {}) => {
    const { body } = await app.send('POST', '/graphql', {
      headers: { authorization: `Bearer ${token}` },
      body: { query, variables },
    });
    return body;
  };
  return {
    client,
    seatId,
    get: (path) => app.send('GET', `/traffic${path}`, { headers: traffic }),
    post: (path, body) => app.send('POST', `/traffic${path}`, { headers: traffic, body }),
    put: (path, body) => app.send('PUT', `/traffic${path}`, { headers: traffic, body }),
    graphqlBody,
    graphql: async (query, variables) => {
      const body = await graphqlBody(query, variables);
      if (body.errors) throw new Error(JSON.stringify(body.errors));
      return body.data;
    },
  };
}
