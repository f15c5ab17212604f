import { describe, expect, test } from 'vitest';
import { LINE } from '../../../src/domain/campaigns/line/definition.ts';
import { answerLine } from '../../../src/domain/campaigns/line/get.ts';
import { compileValue } from '../../../src/resources/read/compile.ts';
import { restMembers } from '../../../src/resources/read/rest.ts';
import { ADVERTISER, ARUBA, type Caller, trafficSystem } from '../../support/seat.ts';
import { countStatements } from '../../support/statements.ts';

const { system, caller } = await trafficSystem();
const flight = { startDateStr: '2026-12-01T00:00:00Z', endDateStr: '2026-12-02T23:59:59Z' };

/** What a write of each resource takes, every field set where it can be, and the list that holds it. */
const RESOURCES: Readonly<
  Record<string, (seat: Caller) => Promise<{ path: string; body: object; list: string; change: object }>>
> = {
  advertisers: async () => ({
    path: '/advertisers',
    list: '/advertisers?',
    body: {
      ...ADVERTISER,
      name: 'quote " \\ ☃',
      billingPrice: 1e-7,
      iabSecondaryCategoryId: -1,
      isCrossdeviceOff: true,
      billingContact: {
        ...{ firstName: 'A', lastName: 'B', email: 'a@b.example', addressLine1: '1 Main St' },
        ...{ city: 'Ithaca', country: 'US', legalMandateConfirmation: true },
      },
    },
    change: { contact: { city: 'Ulm' } },
  }),
  lines: async (seat) => {
    const { id: orderId, advertiserId } = await seat.campaign();
    const { id: beaconId } = await seat.pixel({ advertiserId });
    return {
      path: '/lines',
      list: `/lines?orderId=${orderId}&`,
      body: {
        ...{ name: 'Line', orderId, supplyType: 'THIRD_PARTY', bidPrice: 0.1, goalAmount: 1e12, maxGoal: 3 },
        schedules: [flight, { ...flight, budget: 12.5 }],
        feeList: [{ name: 'Server', fee: 0.25, typeName: 'AD_SERVING' }],
        conversionList: [{ beaconId, name: 'C', viewWindow: 7, viewWindowUnitType: 'DAY' }],
        ...{ further: { nested: [1, null, 'ü', 1.5e-7] }, 'odd "name"': true },
      },
      change: { bidMultiplierCap: 2.5, further: [] },
    };
  },
  ads: async (seat) => {
    const { id: lineId, advertiserId } = await seat.line();
    const { id: creativeId } = await seat.creative({ advertiserId, name: 'Spring "sale"' });
    const { startDateStr: startDate, endDateStr: endDate } = flight;
    return {
      path: '/ads',
      list: `/ads?lineId=${lineId}&`,
      body: { lineId, creativeId, status: 'ACTIVE', schedules: [{ startDate, endDate }] },
      change: { status: 'INACTIVE', nativeAdRestrictions: ['a', 'b "c"'] },
    };
  },
  deals: async (seat) => {
    const { id, accountGroupId } = await seat.advertiser();
    const exchange = { exchangeId: 2 ** 40, exchangeDealId: 'D-1', description: 'Preferred' };
    return {
      path: '/deals',
      list: '/deals?',
      body: {
        ...{ name: 'Deal', status: 'ACTIVE', accountIsExcluded: false, accountGroupId, ...exchange },
        ...{ reservePrice: 1.25, accounts: [id], accountGroups: [accountGroupId] },
      },
      change: { accounts: [] },
    };
  },
  nativelists: async (seat) => {
    const { id: accountId } = await seat.advertiser();
    const items = ['b.example', 'a.example', 'com.example.app'].map((itemName) => ({ itemName }));
    return {
      path: '/nativelists',
      list: `/nativelists?accountId=${accountId}&`,
      body: { accountId, name: 'List', status: 'ACTIVE', items },
      change: { status: 'ARCHIVED' },
    };
  },
};

describe.each(Object.entries(RESOURCES))('%s', (_name, make) => {
  test.each([{ legalComplianceCountry: 'DE' }, {}])(
    'are answered by one statement as the write answered them, for a seat of %o',
    async (traits) => {
      const seat = await caller(traits);
      const { path, list, body, change } = await make(seat);
      const created = await seat.post(path, body);
      expect(created.body.errors).toBeNull();
      const { id } = created.body.response;
      expect((await seat.get(`${path}/${id}`)).body.response).toEqual(created.body.response);

      const updated = await seat.put(`${path}/${id}`, change);
      expect(updated.body.errors).toBeNull();
      const { items: _, nativeListTypeId: __, ...row } = updated.body.response;
      const { result, statements } = await countStatements(system.pool, () => seat.get(`${list}query=`));
      expect(result.body.response).toEqual([row]);
      // Others count the call, and ask for the token now and then.
      expect(
        statements.filter((text) => text.match(/FROM "(advertiser|line|ad|deal|native_list)"/)),
      ).toHaveLength(1);
    },
  );
});

test('pages of a list follow one another, sorted by any field and then by ID', async () => {
  const seat = await caller();
  const { id: orderId } = await seat.campaign();
  for (const [name, bidPrice] of [
    ['b', 2],
    ['a', 2],
    ['c', 1],
    ['%', 3],
  ] as const)
    await seat.line({ orderId, name, bidPrice });
  const names = async (query: string) =>
    (await seat.get(`/lines?orderId=${orderId}&${query}`)).body.response.map(
      ({ name }: { name: string }) => name,
    );
  expect(await names('sort=bidPrice&dir=desc&limit=3')).toEqual(['%', 'a', 'b']);
  expect(await names('sort=bidPrice&dir=desc&limit=3&page=2')).toEqual(['c']);
  expect(await names('sort=name&page=9')).toEqual([]);
  expect(await names('query=%25')).toEqual(['%']);
});

test('another seat’s owner and row are as unknown as those that do not exist', async () => {
  const [seat, other] = [await caller(), await caller()];
  const { id, campaignId } = await other.line();
  const bodies = [
    `/lines/${id}`,
    '/lines/2147483647',
    '/lines/99999999999',
    `/lines?orderId=${campaignId}`,
  ].map(async (path) => (await seat.get(path)).body.errors);
  const [foreign, unknown, beyond, owner] = await Promise.all(bodies);
  expect(foreign).toEqual(unknown);
  expect(foreign).toEqual(beyond);
  expect(owner).toMatchObject({ httpStatusCode: 404 });
});

test('a plan of REST’s answer holds the condition on who may see the rows', async () => {
  const rows = { resource: LINE, column: 'id', argument: 0 };
  const { text } = compileValue('rest', { is: 'one', rows, members: restMembers(LINE) });
  expect(text).toContain('seat_id = $');
  const seat = await caller();
  const { id } = await seat.line();
  await seat.geography(id, [ARUBA]);
  expect(JSON.parse((await answerLine({ ctx: await seat.context(), id })).text)).toMatchObject({ id });
});
