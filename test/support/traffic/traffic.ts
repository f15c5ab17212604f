import { randomUUID } from 'node:crypto';
import { type TestApp, testApp } from '../app.ts';
import { type Caller, createCaller } from '../caller.ts';
import { type TestSystem, testSystem } from '../system.ts';

export interface TrafficTest {
  readonly system: TestSystem;
  readonly app: TestApp;
  readonly caller: Caller;
}

/** A system with the reference data, its HTTP face and a caller with a seat of its own. */
export async function trafficTest(): Promise<TrafficTest> {
  const system = await testSystem();
  const app = await testApp(system);
  return { system, app, caller: await createCaller(system, { app }) };
}

export const advertiserInput = (overrides: object = {}) => ({
  name: `Advertiser ${randomUUID()}`,
  status: 'ACTIVE' as const,
  landingPageUrl: 'https://example.com/',
  iabCategoryId: 1,
  timezone: 'America/New_York',
  currency: 'USD',
  billingPrice: 10,
  contact: {
    addressLine1: '1 Main Street',
    city: 'Springfield',
    region: 'IL',
    postalCode: '62701',
    country: 'US',
  },
  ...overrides,
});

export async function createAdvertiser(caller: Caller, overrides: object = {}): Promise<number> {
  const { status, body } = await caller.post('/advertisers', advertiserInput(overrides));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.response.id;
}

/** `propertyName` and `message` of a refusal, in the order of names. */
export const problemsOf = (reply: {
  body: { errors: { validationErrors: { propertyName: string; message: string }[] } };
}) =>
  Object.fromEntries(
    reply.body.errors.validationErrors.map(({ propertyName, message }) => [propertyName, message]),
  );

/** A line of the advertiser, or of one of its own. */
export async function createLine(caller: Caller, options: { advertiserId?: number } = {}): Promise<number> {
  const advertiserId = options.advertiserId ?? (await createAdvertiser(caller));
  const { createCampaign } = await caller.graphql(
    `mutation ($input: CreateCampaignInput!) {
      createCampaign(input: $input) { ... on CreateCampaignPayload { campaign { databaseId } } }
    }`,
    { input: { advertiserId, name: `Campaign ${randomUUID()}` } },
  );
  const { body } = await caller.post('/lines', {
    name: `Line ${randomUUID()}`,
    orderId: createCampaign.campaign.databaseId,
  });
  return body.response.id;
}
