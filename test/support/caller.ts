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

/** A caller of a seat of its own unless one is named, who reads its own writes; its quotas are no matter of the test. */
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
  /** Of the last write, so that a replica is asked for nothing older. */
  let position: object = {};
  const called = async (method: 'GET' | 'POST' | 'PUT', path: string, own: object, body?: unknown) => {
    const reply = await app.send(method, path, { headers: { ...own, ...position }, body });
    const { 'flightline-position': written } = reply.headers;
    if (written !== undefined) position = { 'flightline-position': written };
    return reply;
  };
  const graphqlBody = async (query: string, variables: object = {}) => {
    const authorization = `Bearer ${token}`;
    return (await called('POST', '/graphql', { authorization }, { query, variables })).body;
  };
  return {
    client,
    seatId,
    get: (path) => called('GET', `/traffic${path}`, traffic),
    post: (path, body) => called('POST', `/traffic${path}`, traffic, body),
    put: (path, body) => called('PUT', `/traffic${path}`, traffic, body),
    graphqlBody,
    graphql: async (query, variables) => {
      const body = await graphqlBody(query, variables);
      if (body.errors) throw new Error(JSON.stringify(body.errors));
      return body.data;
    },
  };
}
