import { describe, expect, test } from 'vitest';
import { trafficSystem } from '../support/seat.ts';

/**
 * RULINGS T1a: "A PUT that sets the value a resource already has succeeds. `updatedAt` grows strictly with
 * every change." Every accepted update moves it, on all resources alike; the history keeps changes alone.
 */
const { system, caller } = await trafficSystem();
const seat = await caller();

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A resource, made through GraphQL. */
async function made(type: string, input: object): Promise<number> {
  const { body } = await seat.graphql(
    `mutation ($input: Create${capital(type)}Input!) {
      made: create${capital(type)}(input: $input) { ... on Create${capital(type)}Payload { ${type} { databaseId } } }
    }`,
    { input },
  );
  return body.data.made[type].databaseId;
}

const owned = async (more: object) => ({ ...more, accountId: (await seat.advertiser()).id });

const DEAL = { name: 'D', status: 'ACTIVE', exchangeId: 1, exchangeDealId: 'D', description: 'D' };
const RESOURCES: Readonly<Record<string, () => Promise<number>>> = {
  advertiser: async () => (await seat.advertiser()).id,
  campaign: async () => (await seat.campaign()).id,
  line: async () => (await seat.line()).id,
  ad: async () => (await seat.ad()).id,
  creative: async () => (await seat.creative()).id,
  pixel: async () => (await seat.pixel()).id,
  deal: () => made('deal', { ...DEAL, accountIsExcluded: false }),
  nativeList: async () => made('nativeList', await owned({ name: 'L', status: 'ACTIVE', items: [] })),
  productSet: async () => made('productSet', await owned({ name: 'S', productSetFilter: { a: { eq: 1 } } })),
};

async function updatedAt(type: string, id: number): Promise<string> {
  const { body } = await seat.graphql(`query ($id: ID!) { ${type}(id: $id) { updatedAt } }`, { id });
  return body.data[type].updatedAt;
}

async function accepted(mutation: string, input: object): Promise<void> {
  const { body } = await seat.graphql(
    `mutation ($input: ${capital(mutation)}Input!) { ${mutation}(input: $input) { __typename } }`,
    { input },
  );
  expect(body.data[mutation].__typename).toBe(`${capital(mutation)}Payload`);
}

const changes = () => system.db.change.count();

describe('an update that changes nothing', () => {
  test.each(Object.entries(RESOURCES))(
    'of %s is accepted, moves updatedAt and is no change',
    async (type, make) => {
      const id = await make();
      const [before, count] = [await updatedAt(type, id), await changes()];
      await accepted(`update${capital(type)}`, { id });
      expect((await updatedAt(type, id)) > before).toBe(true);
      expect(await changes()).toBe(count);
    },
  );

  test('of a line’s targeting or bid multipliers does the same with the line', async () => {
    const { id: lineId } = await seat.line();
    await seat.geography(lineId);
    const types = [{ name: 'GEOGRAPHY', isTargeted: true }];
    for (const [mutation, input] of [
      ['updateTargeting', { types }],
      ['updateBidMultipliers', { added: [] }],
    ] as const) {
      const [before, count] = [await updatedAt('line', lineId), await changes()];
      await accepted(mutation, { lineId, ...input });
      expect((await updatedAt('line', lineId)) > before).toBe(true);
      expect(await changes()).toBe(count);
    }
  });
});
