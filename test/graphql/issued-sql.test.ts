import { expect, test } from 'vitest';
import { guardedSystem } from '../contract/guards/guarded.ts';
import { issuedSql, readableSql } from '../support/issued-sql.ts';

/**
 * The SQL of the main queries, as it is sent. A further statement or another clause is a diff to look at:
 * `npx vitest run test/graphql/issued-sql.test.ts -u` accepts it.
 */

const { system, estate } = await guardedSystem();
const own = await estate();
const world = { pool: system.pool, ask: own.graphql };

const PAGE = 'pageInfo { hasNextPage endCursor }';
const QUERIES: Readonly<Record<string, string>> = {
  'advertiser-tree': `{ advertisers(first: 20) { totalCount nodes { id name status
    campaigns(first: 10) { totalCount nodes { id name } }
    lines(first: 10) { nodes { id name status bidPrice ads(first: 5) { nodes { id status schedules { id startDate } } } } }
    pixels(first: 10) { nodes { id name } } creatives(first: 10) { nodes { id name } } } ${PAGE} } }`,
  'lines-with-ads': `query ($id: ID!) { campaign(id: $id) { lines(first: 50, orderBy: {field: NAME}) { totalCount
    nodes { id name deliveryStatus advertiser { id name } schedules { id budget } targeting { geos { woeid } }
      ads(first: 10) { totalCount nodes { id name creative { id mediaType } schedules { id } countdown { id } } } } } } }`,
  campaigns: `{ campaigns(first: 50, filter: {query: "spring", statusIn: [ACTIVE], budget: {gte: 10}}, orderBy: {field: NAME})
    { totalCount nodes { id name advertiser { name } } ${PAGE} } }`,
  'native-lists': `query ($id: ID!) { advertiser(id: $id) { nativeLists(first: 20, filter: {name: {in: ["a", "b"]}})
    { totalCount nodes { id name status } } } }`,
  keywords: `{ keywords(first: 50, filter: {matchType: {eq: EXACT}}) { totalCount nodes { id value adGroup { id name } } } }`,
  reports: '{ reports(first: 10, filter: {status: SUBMITTED}) { totalCount nodes { id status progress } } }',
  'what-hangs-on-advertisers': `{ advertisers(first: 10) { nodes { id
    deals(first: 5, filter: {status: ACTIVE}, orderBy: {field: RESERVE_PRICE}) { totalCount nodes { id name } }
    productSets(first: 5) { nodes { id count } } history(first: 2) { nodes { id action } } } } }`,
};
const VARIABLES: Readonly<Record<string, object>> = {
  'lines-with-ads': { id: own.ids.Campaign },
  'native-lists': { id: own.ids.Advertiser },
};

test.each(Object.entries(QUERIES))('%s', async (name, query) => {
  const statements = await issuedSql(world, query, VARIABLES[name]);
  await expect(readableSql(statements)).toMatchFileSnapshot(`./issued-sql/${name}.sql`);
});
