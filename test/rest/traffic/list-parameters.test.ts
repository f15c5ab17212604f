import { expect, test } from 'vitest';
import { type Caller, trafficSystem } from '../../support/seat.ts';

const { caller } = await trafficSystem();

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;

/** A list with one resource in it, every optional field of which is set. */
const LISTS: Readonly<Record<string, (seat: Caller) => Promise<string>>> = {
  advertisers: async (seat) => {
    await seat.advertiser();
    return '/advertisers?';
  },
  lines: async (seat) => {
    const { campaignId } = await seat.line({ bidMultiplierCap: 2, isNativeEnabled: true });
    return `/lines?orderId=${campaignId}&`;
  },
  ads: async (seat) => {
    const { lineId } = await seat.ad({ nativeAdStatus: 'ACTIVE' });
    return `/ads?lineId=${lineId}&`;
  },
  deals: async (seat) => {
    const { accountGroupId } = await seat.advertiser();
    await seat.post('/deals', {
      name: 'Deal',
      status: 'ACTIVE',
      exchangeId: 1,
      exchangeDealId: 'D-1',
      description: 'Preferred',
      accountIsExcluded: false,
      accountGroupId,
    });
    return '/deals?';
  },
  'native lists': async (seat) => {
    const { id: accountId } = await seat.advertiser();
    await seat.post('/nativelists', { accountId, name: 'List', status: 'ACTIVE', items: [] });
    return `/nativelists?accountId=${accountId}&`;
  },
  'product sets': async (seat) => {
    const { id: accountId } = await seat.advertiser();
    return `/productsets?accountId=${accountId}&`;
  },
};

// `sort` takes any scalar field of the resource, and `dir` is ASC or DESC in any case.
test.each(Object.entries(LISTS))(
  'a list of %s is sorted by each scalar field it answers',
  async (_what, make) => {
    const seat = await caller();
    const path = await make(seat);
    const [row] = (await seat.get(path)).body.response;
    expect(row).toBeDefined();
    for (const [field, value] of Object.entries(row)) {
      const { status } = await seat.get(`${path}sort=${field}&dir=Desc`);
      expect([field, status]).toEqual([field, isScalar(value) && field !== 'countdown' ? 200 : 400]);
    }
  },
);
