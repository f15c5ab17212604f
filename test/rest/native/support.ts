import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import type { Role } from '../../../src/domain/context.ts';
import { createClient, type TestClient, tokenFor } from '../../support/actors.ts';
import { documented } from '../../support/documented.ts';
import { type TestSystem, testSystem } from '../../support/system.ts';

export interface NativeAnswer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the tests look at
  readonly body: any;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/** Calls the native interface as one client of one seat. */
export type Caller = (
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<NativeAnswer>;

export interface NativeTest {
  readonly system: TestSystem;
  readonly app: FastifyInstance;
  caller(client?: { role?: Role; seatId?: number }): Promise<{ call: Caller; client: TestClient }>;
}

export async function nativeTest(env: Record<string, string> = {}): Promise<NativeTest> {
  const system = await testSystem({ env });
  const app = await buildApp({ system });
  afterAll(() => app.close());
  return {
    system,
    app,
    async caller(options = {}) {
      const client = await createClient(system, options);
      const token = await tokenFor(system, client);
      const call: Caller = async (method, path, body, headers = {}) => {
        const answer = documented(
          await app.inject({
            method,
            url: `/v3/rest${path}`,
            headers: {
              authorization: `Bearer ${token}`,
              ...(body !== undefined && { 'content-type': 'application/json' }),
              ...headers,
            },
            ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
          }),
        );
        const { statusCode: status, headers: sent } = answer;
        return { status, headers: sent, body: answer.body === '' ? undefined : answer.json() };
      };
      return { call, client };
    },
  };
}

/** An advertiser of the client's seat. */
export async function createAdvertiser(system: TestSystem, client: TestClient): Promise<number> {
  const group = await system.db.accountGroup.findFirstOrThrow({ where: { seatId: client.seatId } });
  const { id } = await system.db.advertiser.create({
    data: {
      seatId: client.seatId,
      accountGroupId: group.id,
      name: `Advertiser ${randomUUID()}`,
      status: 'ACTIVE',
      landingPageUrl: 'https://example.com',
      iabCategoryId: 1,
      timezone: 'UTC',
      currency: 'USD',
      billingPrice: 0,
      contact: {},
    },
  });
  return id;
}

/** An advertiser, a campaign on all channels and an ad group of one client. */
export async function createTree(
  { system, caller }: NativeTest,
  overrides: { campaign?: object; adGroup?: object } = {},
) {
  const { call, client } = await caller();
  const advertiserId = await createAdvertiser(system, client);
  const campaign = await call('POST', '/campaign', campaignOf(advertiserId, overrides.campaign));
  const campaignId: number = campaign.body.response.id;
  const adGroup = await call('POST', '/adgroup', adGroupOf({ advertiserId, campaignId }, overrides.adGroup));
  const adGroupId: number = adGroup.body.response.id;
  return { call, client, advertiserId, campaignId, adGroupId };
}

export const campaignOf = (advertiserId: number, overrides: object = {}) => ({
  advertiserId,
  campaignName: `Campaign ${randomUUID()}`,
  status: 'ACTIVE',
  budget: 1000,
  budgetType: 'LIFETIME',
  objective: 'VISIT_WEB',
  language: 'en',
  channel: 'SEARCH_AND_NATIVE',
  ...overrides,
});

export const adGroupOf = (ids: { advertiserId: number; campaignId: number }, overrides: object = {}) => ({
  advertiserId: ids.advertiserId,
  campaignId: ids.campaignId,
  adGroupName: `Ad group ${randomUUID()}`,
  bidSet: { bids: [{ priceType: 'CPC', value: 0.5, channel: 'SEARCH' }] },
  ...overrides,
});

export const keywordOf = (ids: { advertiserId: number; adGroupId: number }, overrides: object = {}) => ({
  advertiserId: ids.advertiserId,
  parentType: 'ADGROUP',
  parentId: ids.adGroupId,
  value: `term ${randomUUID()}`,
  matchType: 'BROAD',
  ...overrides,
});

export const attributeOf = (ids: { advertiserId: number; adGroupId: number }, overrides: object = {}) => ({
  advertiserId: ids.advertiserId,
  parentType: 'ADGROUP',
  parentId: ids.adGroupId,
  type: 'GENDER',
  value: 'FEMALE',
  ...overrides,
});
