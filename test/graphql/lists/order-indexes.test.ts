import { beforeAll, describe, expect, test } from 'vitest';
import { prepare } from '../../../src/graphql/reading/operations.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { trafficSystem } from '../../support/seat.ts';

/** What the documentation promises of orders, on 100,000 lines. */

const { system, caller } = await trafficSystem();
const seat = await caller();
const ROWS = 100_000;

beforeAll(async () => {
  const { id } = await seat.line();
  await system.pool.query(
    `INSERT INTO line (seat_id, advertiser_id, campaign_id, name, status, bid_price, created_at, updated_at)
     SELECT seat_id, advertiser_id, campaign_id, 'Line ' || md5(n::text), 'PAUSED', random(),
            created_at + n * interval '1 ms', created_at + (n * 7919 % $2) * interval '1 ms'
     FROM line, generate_series(1, $2) AS n WHERE line.id = $1`,
    [id, ROWS],
  );
  await system.pool.query('ANALYZE line');
}, 120_000);

const queryOf = (field: string, selection = 'nodes { id name } pageInfo { endCursor }') =>
  `query ($after: String) {
    lines(first: 25, after: $after, orderBy: {field: ${field}, direction: DESC}) { ${selection} } }`;

async function elapsed(field: string, after?: string): Promise<{ ms: number; cursor: string }> {
  const query = queryOf(field);
  const times: number[] = [];
  let cursor = '';
  for (let round = 0; round < 5; round += 1) {
    const begin = performance.now();
    const { body } = await seat.graphql(query, { after });
    times.push(performance.now() - begin);
    cursor = body.data.lines.pageInfo.endCursor;
  }
  return { ms: Math.min(...times), cursor };
}

/** How PostgreSQL runs the statement that answers the query. */
async function planOf(field: string, after: string | undefined): Promise<string> {
  const ctx = await seat.context();
  const variables = after === undefined ? {} : { after };
  const query = queryOf(field, 'nodes { id name }');
  const prepared = prepare({ ctx, schema, query, operationName: undefined, variables });
  if ('left' in prepared) throw new Error(prepared.left);
  const { text, bind } = prepared.statement;
  const values = bind({ ctx, ...prepared.values });
  const { rows } = await system.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('of 100,000 lines', () => {
  test.each(['ID', 'NAME', 'UPDATED_AT'])('a page by %s reads an index, and not the list', async (field) => {
    const { cursor } = await elapsed(field);
    for (const after of [undefined, cursor]) {
      const plan = await planOf(field, after);
      expect(plan).toMatch(/Index (Only )?Scan Backward/);
      expect(plan).not.toMatch(/Sort/);
    }
  });

  test('a page by another field sorts them in a fraction of a second', async () => {
    const { ms } = await elapsed('BID_PRICE');
    // 0.2 s on an idle machine; tests run beside others.
    expect(ms).toBeLessThan(2_000);
  });
});
