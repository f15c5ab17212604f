import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenFor } from '../support/actors.ts';
import { advertiserInput, type TrafficTest, trafficTest } from '../support/traffic/traffic.ts';
import { type TrafficClient, trafficClient } from '../support/traffic/traffic-client.ts';

/**
 * The life of a campaign over REST, by a client that knows the traffic interface and is given an orderId, a
 * creativeId and a beaconId, which that interface cannot create.
 */
let test: TrafficTest;
let client: TrafficClient;
let given: { orderId: number; creativeId: number; beaconId: number };

beforeAll(async () => {
  test = await trafficTest();
  const url = await test.app.app.listen({ port: 0, host: '127.0.0.1' });
  client = trafficClient({ url, token: await tokenFor(test.system, test.caller.client) });
  given = await provide();
});
afterAll(() => test.app.app.close());

/** What an account manager hands over. */
async function provide() {
  const { id: advertiserId } = await client.call('POST', '/traffic/advertisers', advertiserInput());
  const { createCampaign, createCreative, createPixel } = await test.caller.graphql(
    `mutation ($campaign: CreateCampaignInput!, $creative: CreateCreativeInput!, $pixel: CreatePixelInput!) {
      createCampaign(input: $campaign) { ... on CreateCampaignPayload { campaign { databaseId } } }
      createCreative(input: $creative) { ... on CreateCreativePayload { creative { databaseId } } }
      createPixel(input: $pixel) { ... on CreatePixelPayload { pixel { databaseId } } }
    }`,
    {
      campaign: { advertiserId, name: 'Spring' },
      creative: {
        advertiserId,
        name: 'Sale',
        mediaType: 'NATIVE',
        title: 'Ends in {time}',
        landingUrl: 'https://example.com/sale',
      },
      pixel: { advertiserId, name: 'Orders' },
    },
  );
  return {
    orderId: createCampaign.campaign.databaseId,
    creativeId: createCreative.creative.databaseId,
    beaconId: createPixel.pixel.databaseId,
  };
}

describe('a client written from the document alone', () => {
  it('completes the life of a campaign', async () => {
    const advertiser = await client.call('POST', '/traffic/advertisers', {
      name: `Shoes ${randomUUID()}`,
      status: 'ACTIVE',
      landingPageUrl: 'https://shoes.example/',
      iabCategoryId: 1,
      timezone: 'America/New_York',
      currency: 'USD',
      billingPrice: 15,
      contact: {
        addressLine1: '1 Main Street',
        city: 'Springfield',
        region: 'IL',
        postalCode: '62701',
        country: 'US',
      },
    });
    expect(advertiser.iabSecondaryCategoryId).toBe(-1);

    const deal = await client.call('POST', '/traffic/deals', {
      name: 'Spring homepage',
      status: 'ACTIVE',
      exchangeId: 3,
      exchangeDealId: 'SPRING-1',
      description: 'Home page, spring',
      reservePrice: 2.5,
      accountIsExcluded: false,
      accounts: [advertiser.id],
    });
    expect(await client.call('GET', `/traffic/deals/${deal.id}`)).toEqual(deal);

    const line = await client.call('POST', '/traffic/lines', {
      name: 'Spring native',
      orderId: given.orderId,
      status: 'PAUSED',
      isNativeEnabled: true,
      supplyType: 'PLATFORM',
      language: 'ENGLISH',
      goalType: 'CPC',
      billingMethodType: 'CPC_WITH_MARGIN',
      marginType: 'TOTAL_BUDGET',
      budgetType: 'CURRENCY',
      dailyBudgetType: 'AUTO_ALLOCATED',
      pacingModeType: 'EVEN',
      bidPrice: 0.75,
      schedules: [
        {
          budget: 1000,
          dailyBudgetType: 'AUTO_ALLOCATED',
          startDateStr: '2027-03-01T00:00:00Z',
          endDateStr: '2027-04-01T00:00:00Z',
        },
      ],
      feeList: [],
      conversionList: [
        {
          beaconId: given.beaconId,
          name: 'Orders',
          viewWindow: 1,
          clickWindow: 30,
          clickWindowUnitType: 'DAY',
          viewWindowUnitType: 'DAY',
          acceptViewThrough: true,
          viewBeaconValueDiscount: 0,
          beaconValuePc: 100,
        },
      ],
    });
    expect(line.status).toBe('PAUSED');
    await expect(client.call('PUT', `/traffic/lines/${line.id}`, { status: 'ACTIVE' })).rejects.toThrow(
      '"status"',
    );

    await client.call('POST', `/traffic/lines/${line.id}/targeting/`, {
      types: [{ name: 'GEOGRAPHY', isTargeted: true }],
      geos: { added: [23424736] },
    });
    const targeting = await client.call('GET', `/traffic/lines/${line.id}/targeting`);
    expect(targeting.types).toEqual([{ name: 'GEOGRAPHY', isTargeted: true }]);

    const flights = ['2027-03-01', '2027-03-15'].map((day) => ({
      startDate: `${day}T00:00:00Z`,
      endDate: `${day}T23:00:00Z`,
    }));
    const ad = await client.call('POST', '/traffic/ads', {
      status: 'ACTIVE',
      lineId: line.id,
      creativeId: given.creativeId,
      mediaType: 'NATIVE',
      schedules: flights,
      countdown: { endDate: '2027-04-01T00:00:00Z', timezone: 'America/New_York' },
    });
    expect(ad.schedules).toMatchObject(flights);
    const [first] = ad.schedules;
    const updated = await client.call('PUT', `/traffic/ads/${ad.id}`, {
      schedules: [
        { ...first, endDate: '2027-03-02T00:00:00Z' },
        { startDate: '2027-03-20T00:00:00Z', endDate: '2027-03-21T00:00:00Z' },
      ],
    });
    expect(updated.schedules).toHaveLength(3);
    expect(await client.call('GET', `/traffic/ads?lineId=${line.id}`)).toEqual([updated]);

    const [target] = await client.call('GET', '/traffic/targeting/bidmultipliertargets?type=SUPPLY_GROUP');
    const { bidMultipliers } = await client.call('POST', `/traffic/lines/${line.id}/bidmultipliers`, {
      added: [
        { targetType: 'SUPPLY_GROUP', targetValue: target.id, multiplier: 1.5 },
        { targetType: 'DAY_PARTING', targetValue: { day: 'Mon', hour: 9 }, multiplier: 2 },
      ],
    });
    const [raised] = bidMultipliers;
    const after = await client.call('POST', `/traffic/lines/${line.id}/bidmultipliers`, {
      edited: [{ ...raised, multiplier: 1 }],
    });
    expect(after.bidMultipliers).toHaveLength(1);

    const activated = await client.call('PUT', `/traffic/lines/${line.id}`, { status: 'ACTIVE' });
    expect(activated.status).toBe('ACTIVE');
    const paused = await client.call('PUT', `/traffic/lines/${line.id}`, { status: 'PAUSED' });
    expect(paused.status).toBe('PAUSED');
    const { trafficApiRateLimit } = await client.call('GET', '/traffic/ratelimit');
    expect(trafficApiRateLimit.userId).toBe(test.caller.client.userId);
  });
});
