import { describe, expect, test } from 'vitest';
import { byExecutor } from '../support/by-executor.ts';
import { issuedSql } from '../support/issued-sql.ts';
import { listWorld } from '../support/list-world.ts';

/** A page of a hundred rows takes as many statements as a page of one, whatever each row selects. */

const { system, own } = await listWorld();
const world = { pool: system.pool, ask: own.graphql };

// What belonged to one advertiser is dealt out to all of them, so that every row of a page has something.
const advertisers = await system.db.advertiser.findMany({
  where: { seatId: own.seatId },
  select: { id: true },
});
const ids = advertisers.map(({ id }) => id);
for (const table of [
  'pixel',
  'product_set',
  'native_list',
  'creative',
  'campaign',
  'line',
  'ad_group',
  'keyword',
])
  await system.pool.query(
    `UPDATE ${table} SET advertiser_id = ($1::int[])[1 + id % $2::int] WHERE seat_id = $3 ${table === 'product_set' ? 'AND NOT is_all_products' : ''}`,
    [ids, ids.length, own.seatId],
  );
await system.pool.query(
  'UPDATE segment SET pixel_id = (SELECT min(id) + segment.id % 12 FROM pixel WHERE seat_id = $1) WHERE seat_id = $1',
  [own.seatId],
);

const FIELDS: Readonly<Record<string, string>> = {
  deals:
    'deals(first: 3, filter: {name: {contains: "a"}}, orderBy: {field: NAME}) { totalCount nodes { id name } pageInfo { endCursor hasNextPage } }',
  history: 'history(first: 2) { totalCount nodes { id action fields { path } } pageInfo { endCursor } }',
  'counts of product sets': 'productSets(first: 5) { totalCount nodes { id count } }',
  'clients of pixels':
    'pixels(first: 5) { nodes { id clientIds segments(first: 5) { nodes { id eventCount } } } }',
  'targeting of ad groups':
    'adGroups(first: 5) { nodes { id targetingAttributes(first: 2) { totalCount nodes { id value } } } }',
  'history below': 'campaigns(first: 5) { nodes { id history(first: 1) { nodes { id } } } }',
  'one list twice': 'a: deals(first: 1) { nodes { id } } b: deals(first: 2) { nodes { id } }',
};

describe.each(Object.entries(FIELDS))('%s', (_name, fields) => {
  const page = `query ($first: Int) { advertisers(first: $first) { nodes { id ${fields} } } }`;

  test('take as many statements for twelve advertisers as for one', async () => {
    const one = await issuedSql(world, page, { first: 1 });
    const many = await issuedSql(world, page, { first: 12 });
    expect(many.length).toBe(one.length);
    expect(one.length).toBeLessThanOrEqual(5);
  });

  test('answer for each advertiser what they answer for it alone', async () => {
    const { data, errors } = await own.graphql(page, { first: 12 });
    expect(errors).toBeUndefined();
    expect(data.advertisers.nodes).toHaveLength(12);
    for (const together of data.advertisers.nodes) {
      const alone = await own.graphql(`query ($id: ID!) { advertiser(id: $id) { id ${fields} } }`, {
        id: together.id,
      });
      expect(together).toEqual(alone.data.advertiser);
    }
    expect(JSON.stringify(data)).toMatch(/\[\{.*\[\{/);
  });
});

test('rows that aliases select in the same words are read by one statement', async () => {
  const query = (
    ids: readonly (number | string)[],
    selection = 'id name campaigns(first: 2) { nodes { id } }',
  ) => byExecutor(`{ ${ids.map((id, at) => `a${at}: advertiser(id: "${id}") { ${selection} }`).join(' ')} }`);
  const few = await issuedSql(world, query(ids.slice(0, 2)));
  expect(await issuedSql(world, query(ids))).toHaveLength(few.length);
  const apart = `{ a: advertiser(id: "${ids[0]}") { id } b: advertiser(id: "${ids[1]}") { name } }`;
  expect(await issuedSql(world, byExecutor(apart))).toHaveLength(few.length + 1);
  const { data, errors } = await own.graphql(query([...ids.slice(0, 3), ids[0] ?? 0, 1, 'x']));
  expect(errors).toEqual([expect.objectContaining({ path: ['a5'] })]);
  expect(data.a3).toEqual(data.a0);
  expect([data.a4, data.a5]).toEqual([null, null]);
  for (const [at, id] of ids.slice(0, 3).entries())
    expect(data[`a${at}`]).toEqual((await own.graphql(query([id]))).data.a0);
});

test('a total is counted only if it is selected', async () => {
  const counts = async (selection: string) => {
    const query = `{ advertisers(first: 2) { ${selection} } }`;
    return (await issuedSql(world, query)).filter((sql) => /count\(/i.test(sql)).length;
  };
  for (const list of ['campaigns', 'deals', 'history', 'productSets']) {
    expect(await counts(`nodes { ${list}(first: 1) { nodes { id } } }`)).toBe(0);
    expect(await counts(`nodes { ${list}(first: 1) { totalCount } }`)).toBe(1);
  }
  expect(await counts('nodes { id }')).toBe(0);
  expect(await counts('totalCount')).toBe(1);
});

test('a dry run takes as many statements as by hand: it begins, checks, inserts, records, reads and rolls back', async () => {
  const create = `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input, validateOnly: true) {
    ... on CreateCampaignPayload { campaign { id } } } }`;
  const statements = await issuedSql(world, create, { input: { advertiserId: ids[0], name: 'Dry' } });
  const verbs = statements.map(
    (sql) => /INSERT|BEGIN|ROLLBACK|SELECT/.exec(sql.replace(/^.*?(?=INSERT)/s, ''))?.[0],
  );
  expect(verbs).toEqual(['BEGIN', 'SELECT', 'INSERT', 'INSERT', 'SELECT', 'ROLLBACK']);
});
