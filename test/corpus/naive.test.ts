import { getNamedType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { setUserQuota } from '../../src/domain/access/quota/set.ts';
import { RESOURCES } from '../../src/domain/resources.ts';
import { randomFrom } from '../contract/fuzz/random.ts';
import { listWorld } from '../support/list-world.ts';
import { ListArgumentMaker } from './naive/arguments.ts';
import { DocumentMaker } from './naive/documents.ts';
import { NaiveReader } from './naive/reader.ts';
import { NaiveRows } from './naive/rows.ts';
import { scatter } from './naive/scatter.ts';

/** Generated queries about rows, answered by the service and by a naive reader; `npm run test:fuzz` sends more of them. */

const MINUTES = Number(process.env.FUZZ_MINUTES ?? 0);
const QUERIES = Number(process.env.FUZZ_QUERIES ?? (MINUTES > 0 ? Number.POSITIVE_INFINITY : 300));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_127);
const HOUR_MS = 3_600_000;

const { system, own } = await listWorld();
await scatter(system.pool, own.seatId);
const quotas = { graphqlPerHr: 2_000_000_000 };
await setUserQuota({ system, userId: own.client.userId, quotas });
const reader = new NaiveReader(await NaiveRows.load(system.pool, own.seatId));

test('the service answers generated queries as a naive reader does', { timeout: 2 * HOUR_MS }, async () => {
  const random = randomFrom(SEED);
  const differences: object[] = [];
  let [count, refused] = [0, 0];
  const begun = performance.now();
  const isOver = () => MINUTES > 0 && performance.now() - begun > MINUTES * 60_000;
  for (; count < QUERIES && !isOver() && differences.length < 5; count += 1) {
    const { query, variables } = new DocumentMaker(random, reader).make();
    const { data, errors } = await own.graphql(query, variables);
    if (errors?.[0].extensions.code === 'COST_LIMIT_EXCEEDED') {
      refused += 1;
      continue;
    }
    const naive = reader.answer(query, variables);
    const [answer, expected] = [JSON.stringify({ data, errors }), JSON.stringify(naive)];
    if (answer !== expected) differences.push({ count, query, variables, ...around(answer, expected) });
  }
  if (count > 300) console.log(`${count} queries, ${refused} of which cost too much`);
  expect(differences).toEqual([]);
  expect(refused).toBeLessThan(count / 50);
});

test('a document whose lists have all arguments from variables is answered anew for each call', async () => {
  const random = randomFrom(SEED);
  const maker = new ListArgumentMaker(random, reader);
  const lists = Object.values(reader.schema.getQueryType()?.getFields() ?? {}).filter(
    ({ type, args }) =>
      RESOURCES.has(getNamedType(type).name.replace(/Connection$/, '')) &&
      args.some(({ name }) => name === 'filter'),
  );
  expect(lists.length).toBeGreaterThan(10);
  for (const { name, type, args } of lists) {
    const of = getNamedType(type).name.replace(/Connection$/, '');
    const head = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
    const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
    const query = `query (${head}) { ${name}(${given}) { nodes { id } totalCount } }`;
    for (let n = 0; n < 25; n += 1) {
      const variables = maker.make(of, args, 100);
      const { data, errors } = await own.graphql(query, variables);
      expect({ name, variables, data, errors }).toEqual({
        name,
        variables,
        ...reader.answer(query, variables),
      });
    }
  }
});

const COMPUTED = [
  'Ad.delivery',
  'Ad.deliveryBlockers',
  'Ad.deliverySeries',
  'Advertiser.delivery',
  'Advertiser.deliverySeries',
  'Advertiser.eventRate',
  'BidMultiplier.targetValue',
  'Campaign.budgetSpent',
  'Campaign.delivery',
  'Campaign.deliverySeries',
  'Change.client',
  'Change.fields',
  'Change.node',
  'Change.user',
  'Line.delivery',
  'Line.deliveryBlockers',
  'Line.deliverySeries',
  'Line.deliveryStatus',
  'Line.pacing',
  'Line.targeting',
  'LineSchedule.pacing',
  'NativeList.items',
  'Pixel.clientIds',
  'Pixel.eventCounts',
  'Pixel.eventNames',
  'Pixel.identityMatches',
  'Pixel.refusalReasons',
  'ProductSet.count',
  'ProductSet.productSetFilter',
  'Segment.eventCount',
  'WebhookDelivery.payload',
];

/** Where two texts begin to differ. */
function around(answer: string, expected: string): object {
  const at = [...answer].findIndex((sign, index) => sign !== expected[index]);
  const from = Math.max(0, at - 150);
  return { answer: answer.slice(from, at + 150), expected: expected.slice(from, at + 150) };
}

test('the naive reader answers every field of a row but those that other statements compute', () => {
  const unread = [...RESOURCES.keys()].flatMap((name) => {
    const type = reader.schema.getType(name);
    if (!isObjectType(type)) throw new Error(`There is no type ${name}.`);
    const known = new Set(reader.fieldsOf(type));
    return Object.keys(type.getFields()).flatMap((field) => (known.has(field) ? [] : [`${name}.${field}`]));
  });
  expect(unread).toEqual(COMPUTED);
});
