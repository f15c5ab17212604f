import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { buildApp } from '../../../src/app.ts';
import { createClient as registerClient } from '../../../src/domain/access/identity/clients/create-client.ts';
import type { WireProfile } from '../../../src/domain/access/identity/wire-profile.ts';
import { setUserQuota, USER_QUOTAS, type UserQuotas } from '../../../src/domain/access/quota/set.ts';
import { createSeat, type TestClient, tokenFor } from '../../support/actors.ts';
import { testSystem } from '../../support/system.ts';
import { advertiserInput } from '../../support/traffic/traffic.ts';

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
  readonly body: any;
}

export interface WireCaller {
  readonly client: TestClient;
  readonly token: string;
  get(path: string): Promise<WireAnswer>;
  post(path: string, body: unknown): Promise<WireAnswer>;
  put(path: string, body: unknown): Promise<WireAnswer>;
  send(method: string, path: string, options?: { headers?: object; body?: unknown }): Promise<WireAnswer>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  graphql(query: string, variables?: object): Promise<any>;
}

const PLENTY: UserQuotas = Object.fromEntries(USER_QUOTAS.map((name) => [name, 1_000_000]));

/** The service, for callers of both wire profiles. */
export async function wireTest({ env = {} }: { env?: Record<string, string> } = {}) {
  const system = await testSystem({ env });
  const app = await buildApp({ system });
  await app.ready();

  async function caller(
    wire: WireProfile | undefined,
    options: { seatId?: number; quotas?: UserQuotas; role?: 'ADMIN' | 'EDITOR' | 'VIEWER' } = {},
  ): Promise<WireCaller> {
    const { quotas = PLENTY, role = 'ADMIN' } = options;
    const seatId = options.seatId ?? (await createSeat(system)).seatId;
    const client = await registerClient({ system, seatId, role, realms: ['dsp', 'events'], wire });
    await setUserQuota({ system, userId: client.userId, quotas });
    const token = await tokenFor(system, client);
    const send: WireCaller['send'] = async (method, path, { headers = {}, body } = {}) =>
      answerOf(
        await app.inject({
          method: method as 'GET',
          url: path,
          headers: {
            'x-auth-method': wire === 'observed' ? 'OAUTH' : 'OAuth2',
            'x-auth-token': token,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
      );
    return {
      client,
      token,
      send,
      get: (path) => send('GET', path),
      post: (path, body) => send('POST', path, { body }),
      put: (path, body) => send('PUT', path, { body }),
      graphql: async (query, variables = {}) => {
        const headers = { authorization: `Bearer ${token}` };
        const { body } = await send('POST', '/graphql', { headers, body: { query, variables } });
        if (body.errors) throw new Error(JSON.stringify(body.errors));
        return body.data;
      },
    };
  }

  /** A client of each profile, both of one seat. */
  async function pair() {
    const { seatId } = await createSeat(system);
    return {
      observed: await caller('observed', { seatId }),
      documented: await caller('documented', { seatId }),
    };
  }

  return { system, app, caller, pair };
}

function answerOf({ statusCode, headers, body }: LightMyRequestResponse): WireAnswer {
  const isJson = String(headers['content-type']).includes('json');
  return {
    status: statusCode,
    headers: headers as Record<string, string>,
    body: isJson ? JSON.parse(body) : body,
  };
}

/** An advertiser, a campaign and a line of the caller's seat. */
export async function createTree(caller: WireCaller, overrides: object = {}) {
  const advertiser = await caller.post('/traffic/advertisers', advertiserInput(overrides));
  const advertiserId: number = advertiser.body.response.id;
  const { made } = await caller.graphql(
    `mutation ($input: CreateCampaignInput!) {
      made: createCampaign(input: $input) { ... on CreateCampaignPayload { campaign { databaseId } } } }`,
    { input: { advertiserId, name: `Campaign ${randomUUID()}` } },
  );
  const orderId: number = made.campaign.databaseId;
  const line = await caller.post('/traffic/lines', { name: `Line ${randomUUID()}`, orderId });
  return { advertiserId, orderId, lineId: line.body.response.id as number };
}
