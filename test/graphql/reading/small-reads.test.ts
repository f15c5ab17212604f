import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { prepare } from '../../../src/graphql/reading/operations.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { pipelineOf } from '../../../src/platform/database/connection/client.ts';
import { trafficSystem } from '../../support/seat.ts';

/** Which reads may share a connection with others: whatever is behind a long one would wait for it. */
const { system, caller } = await trafficSystem();
const seat = await caller();
const ctx = await seat.context();

function isSmall(query: string, variables = {}): boolean | undefined {
  const found = prepare({ ctx: { ...ctx }, schema, query, operationName: undefined, variables });
  return 'reason' in found ? undefined : found.statement.isSmall;
}

describe('a read is small', () => {
  test.each([
    ['of one row', '{ advertiser(id: "Advertiser:1") { id name timezone updatedAt contact { city } } }'],
    [
      'of a row and what it belongs to',
      '{ line(id: "Line:1") { name deliveryStatus campaign { name advertiser { name } } } }',
    ],
    ['of a row and its parts', '{ line(id: "Line:1") { name schedules { id budget } } }'],
    ['of a node', '{ node(id: "Line:1") { id ... on Line { name } } }'],
    ['of no row', '{ __typename }'],
  ])('%s', (_what, query) => {
    expect(isSmall(query)).toBe(true);
  });
});

describe('a read is not small', () => {
  test.each([
    ['of a page', '{ advertisers(first: 1) { nodes { id } } }'],
    ['of a number of rows', '{ advertisers { totalCount } }'],
    ['of a page below a row', '{ advertiser(id: "Advertiser:1") { lines(first: 1) { nodes { id } } } }'],
    ['of a page below a node', '{ node(id: "Advertiser:1") { ... on Advertiser { lines { totalCount } } } }'],
    [
      'of the parts of several rows',
      `{ ${['a', 'b', 'c'].map((name) => `${name}: line(id: "Line:1") { schedules { id } }`).join(' ')} }`,
    ],
    [
      'of nodes and what they belong to',
      '{ nodes(ids: ["Line:1"]) { ... on Line { campaign { advertiser { id } } } } }',
    ],
    [
      'of many rows by their IDs',
      `{ ${Array.from({ length: 300 }, (_, n) => `a${n}: advertiser(id: "Advertiser:${n}") { id }`).join(' ')} }`,
    ],
  ])('%s', (_what, query) => {
    expect(isSmall(query)).toBe(false);
  });
});

test('a small read of a caller goes over the shared connection', { tags: ['one-process'] }, async () => {
  const { id } = await seat.advertiser({ name: 'small' });
  const query = 'query ($id: ID!) { advertiser(id: $id) { name } }';
  const pipeline = pipelineOf(system.pool);
  if (!pipeline) throw new Error('There is no pipeline.');
  const asks = vi.spyOn(pipeline, 'ask');
  onTestFinished(() => asks.mockRestore());
  await vi.waitFor(async () => {
    const { body } = await seat.graphql(query, { id: `Advertiser:${id}` });
    expect(body.data).toEqual({ advertiser: { name: 'small' } });
    expect(await asks.mock.results.at(-1)?.value).toBeDefined();
  }, 10_000);
});
