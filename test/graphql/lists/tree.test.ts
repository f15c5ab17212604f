import { expect, test } from 'vitest';
import { type Caller, trafficSystem } from '../../support/seat.ts';
import { countStatements } from '../../support/statements.ts';

const { system, caller } = await trafficSystem();

const TREE = /* GraphQL */ `
  query Tree($first: Int!) {
    advertisers(first: $first) {
      totalCount
      nodes {
        id
        name
        campaigns(first: 10) { nodes { id name } totalCount }
        lines(first: 10) {
          totalCount
          nodes {
            id
            campaignId
            status
            deliveryStatus
            campaign { id }
            advertiser { id }
            schedules { id budget startDate endDate }
            fees { id name }
            conversionRules { id pixelId pixel { name } }
            targeting { types { name isTargeted } geos { woeid name } }
            ads(first: 10) {
              totalCount
              nodes {
                id
                name
                mediaType
                lineId
                line { id }
                creative { id name }
                schedules { id startDate endDate }
                countdown { id }
              }
            }
          }
        }
        pixels(first: 10) { nodes { id name isDotPixel } }
        creatives(first: 10) { nodes { id name mediaType } }
      }
    }
  }
`;

const flight = { startDateStr: '2027-01-01T00:00:00Z', endDateStr: '2027-02-01T00:00:00Z', budget: 10 };
const hours = { startDate: '2027-01-01T00:00:00Z', endDate: '2027-01-02T00:00:00Z' };

async function grow(seat: Caller, advertisers: number, lines: number, ads: number): Promise<void> {
  for (let a = 0; a < advertisers; a++) {
    const advertiser = await seat.advertiser();
    const campaign = await seat.campaign({ advertiserId: advertiser.id });
    const pixel = await seat.pixel({ advertiserId: advertiser.id });
    for (let l = 0; l < lines; l++) {
      const line = await seat.line({
        orderId: campaign.id,
        schedules: [flight, flight],
        feeList: [{ name: 'Serving', fee: 1, typeName: 'AD_SERVING' }],
        conversionList: [{ beaconId: pixel.id }],
      });
      await seat.geography(line.id);
      for (let d = 0; d < ads; d++) await seat.ad({ lineId: line.id, schedules: [hours, hours] });
    }
  }
}

test('advertisers with all below take the same few statements for 1 row a level as for 3', async () => {
  const small = await caller();
  await grow(small, 1, 1, 1);
  const large = await caller();
  await grow(large, 3, 3, 2);
  const count = async (seat: Caller) => {
    const ctx = await seat.context();
    await seat.graphql(TREE, { first: 10 });
    expect(ctx.seatId).toBe(seat.seatId);
    const { result, statements } = await countStatements(system.pool, () =>
      seat.graphql(TREE, { first: 10 }),
    );
    // The token is checked with statements of its own, some of them now and then.
    return { result, statements: statements.filter((sql) => sql.includes(' AS data')) };
  };
  const few = await count(small);
  const many = await count(large);
  expect(few.result.body.errors).toBeUndefined();
  expect(many.result.body.data.advertisers.nodes[2].lines.nodes[2].ads.nodes[1].schedules).toHaveLength(2);
  // The tree may be too large, so its size is read first.
  expect(few.statements).toHaveLength(2);
  expect(many.statements).toEqual(few.statements);
});

test('create returns what was stored, nested edges included; a dry run returns the same and stores nothing', async () => {
  const seat = await caller();
  const campaign = await seat.campaign();
  const CREATE = /* GraphQL */ `
    mutation CreateLine($input: CreateLineInput!, $validateOnly: Boolean) {
      createLine(input: $input, validateOnly: $validateOnly) {
        __typename
        ... on CreateLinePayload {
          line { id databaseId name campaignId campaign { name } schedules { id startDate } extra ads { totalCount nodes { id } } }
        }
        ... on ValidationError { message issues { path message } }
      }
    }
  `;
  const input = {
    name: 'Dry',
    campaignId: `Campaign:${campaign.id}`,
    schedules: [{ startDate: flight.startDateStr, endDate: flight.endDateStr, budget: 10 }],
    extra: { frequencyCap: 3 },
  };
  const dry = await seat.graphql(CREATE, { input, validateOnly: true });
  expect(dry.body.errors).toBeUndefined();
  expect(dry.body.data.createLine).toMatchObject({
    __typename: 'CreateLinePayload',
    line: {
      name: 'Dry',
      campaignId: `Campaign:${campaign.id}`,
      campaign: { name: campaign.name },
      schedules: [{ startDate: '2027-01-01T00:00:00.000Z' }],
      extra: { frequencyCap: 3 },
      ads: { totalCount: 0, nodes: [] },
    },
  });
  expect((await seat.get(`/lines?orderId=${campaign.id}`)).body.response).toEqual([]);
});
