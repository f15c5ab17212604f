import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createSeat, type TestClient, tokenFor } from '../../support/actors.ts';
import { createAdvertiser, type TrafficTest, trafficTest } from '../../support/traffic.ts';
import { type TrafficClient, trafficClient } from '../../support/traffic-client.ts';
import { EXAMPLES } from './examples.ts';
import { moment, nothing, object, type Shape } from './shape.ts';

/**
 * Every documented request of spec 2, sent over HTTP: the answer has exactly the documented keys, with the
 * documented types. Rules and refusals of single fields are in test/rest/traffic.
 */
let test: TrafficTest;
// biome-ignore lint/suspicious/noExplicitAny: answers, of whatever shape
const made: Record<string, any> = {};
const replies = new Map<string, { status: number; body: unknown }>();

beforeAll(async () => {
  test = await trafficTest();
  const { system, app, caller } = test;
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const clientOf = async (client: TestClient): Promise<TrafficClient> =>
    trafficClient({ url: `${url}/traffic`, token: await tokenFor(system, client) });
  const { seatId } = await createSeat(system, { legalComplianceCountry: 'FR' });
  const clients = {
    any: await clientOf(caller.client),
    compliant: await clientOf(await createClient(system, { seatId })),
    limited: await clientOf(await createClient(system, { quotas: { getPerMin: 1 } })),
  };
  made.given = { ...(await provide()), targets: await targetsOf(clients.any) };
  for (const { title, by = 'any', send } of EXAMPLES) {
    const reply = await clients[by].send(...send(made));
    replies.set(title, reply);
    made[title] = reply.body.response;
  }
});
afterAll(() => test.app.app.close());

/** What the interface cannot make itself, and an account manager hands over. */
async function provide() {
  const advertiserId = await createAdvertiser(test.caller);
  const creative = (name: string, mediaType: string, title: string) => ({
    advertiserId,
    name,
    mediaType,
    title,
    landingUrl: 'https://shoes.example/',
  });
  const { campaign, native, display, pixel } = await test.caller.graphql(
    `mutation ($campaign: CreateCampaignInput!, $native: CreateCreativeInput!, $display: CreateCreativeInput!,
      $pixel: CreatePixelInput!) {
      campaign: createCampaign(input: $campaign) { ... on CreateCampaignPayload { campaign { databaseId } } }
      native: createCreative(input: $native) { ... on CreateCreativePayload { creative { databaseId } } }
      display: createCreative(input: $display) { ... on CreateCreativePayload { creative { databaseId } } }
      pixel: createPixel(input: $pixel) { ... on CreatePixelPayload { pixel { databaseId } } }
    }`,
    {
      campaign: { advertiserId, campaignName: 'Spring' },
      native: creative('Spring sale', 'NATIVE', 'Ends in {time}'),
      display: creative('Banner', 'DISPLAY', 'Shoes'),
      pixel: { advertiserId, name: 'Orders' },
    },
  );
  return {
    advertiserId,
    orderId: campaign.campaign.databaseId,
    nativeCreativeId: native.creative.databaseId,
    creativeId: display.creative.databaseId,
    beaconId: pixel.pixel.databaseId,
  };
}

/** One target of each type that has IDs, from the lookup that the document speaks of. */
async function targetsOf(client: TrafficClient) {
  const types = ['SUPPLY_GROUP', 'SITE_X_DEVICE', 'SITE_GROUP_X_DEVICE'];
  return Promise.all(
    types.map(async (targetType) => {
      const [target] = await client.call('GET', `/targeting/bidmultipliertargets?type=${targetType}`);
      return { targetType, targetValue: target.id };
    }),
  );
}

const envelope = (status: number, shape: Shape) =>
  status === 200
    ? object({ response: shape, errors: nothing, timeStamp: moment })
    : object({ response: nothing, errors: shape, timeStamp: moment });

describe('each documented request is answered in the documented shape', () => {
  // covers: 2.response-envelope-all-operations.response, 2.response-envelope-all-operations.errors
  // covers: 2.response-envelope-all-operations.timestamp
  it.each(EXAMPLES)('$title', ({ title, status = 200, shape }) => {
    const reply = replies.get(title);
    expect({ status: reply?.status, findings: envelope(status, shape)(reply?.body, 'answer') }).toEqual({
      status,
      findings: [],
    });
  });

  it('each under a title of its own', () => {
    expect(replies.size).toBe(EXAMPLES.length);
  });
});

describe('what an example is answered is what it says', () => {
  it('a created resource is read back as it was answered', () => {
    expect(made['a read deal']).toEqual(made.deal);
    expect(made['a read line']).toEqual(made.line);
    expect(made['a read ad']).toEqual(made['native ad']);
    expect(made['a read native list']).toEqual(made['native list']);
    expect(made['a read product set']).toEqual(made['product set']);
    expect(made['read targeting']).toEqual(made['funnel targeting']);
  });

  it('an advertiser created without a secondary category holds -1', () => {
    expect(made.advertiser.iabSecondaryCategoryId).toBe(-1);
  });

  it('of a schedule with an id and one without, both are answered, the new one with an id', () => {
    const [first] = made['display ad'].schedules;
    const { schedules } = made['an ad updated at /ad'];
    expect(schedules).toHaveLength(2);
    expect(schedules[0]).toEqual(first);
    expect(schedules[1].id).not.toBe(first.id);
  });

  it('an edited multiplier has its new value, removed ones are gone', () => {
    const [first, , , fourth] = made['added multipliers'].bidMultipliers;
    expect(made['edited and removed multipliers'].bidMultipliers).toEqual([
      { ...first, multiplier: 1.25 },
      fourth,
    ]);
  });
});
