import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { RESOURCES } from '../../../src/domain/resources.ts';
import { prepare } from '../../../src/graphql/reading/operations.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { columnOf, tableOf } from '../../../src/platform/database/rows/names.ts';
import { listOf } from '../../../src/resources/filter/list.ts';
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
  if ('reason' in prepared) throw new Error(prepared.reason);
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
    // 0.2 s on an idle machine; tests run in parallel.
    expect(ms).toBeLessThan(2_000);
  });
});

/** `NAME` of campaigns and lines, as the documentation says it. */
async function promisedOrders(): Promise<string[]> {
  const page = await readFile(new URL('../../../docs/graphql.md', import.meta.url), 'utf8');
  const [, promise = ''] = /`ID` of every list, ([^.]*?) have an\s+index/.exec(page) ?? [];
  return [...promise.matchAll(/`(\w+)` of\s+([^`]+)/g)].flatMap(([, order = '', lists = '']) =>
    lists.split(/,|\band\b/).flatMap((list) => (list.trim() === '' ? [] : [`${order} of ${list.trim()}`])),
  );
}

test('the documentation promises an index for the orders that have one, and for no other', async () => {
  const { rows } = await system.pool.query<{ table: string; columns: string }>(
    `SELECT tablename AS table, substring(indexdef FROM '\\((.*)\\)') AS columns FROM pg_indexes WHERE schemaname = 'public'`,
  );
  const indexes = new Set(rows.map(({ table, columns }) => `${table}(${columns})`));
  const lists = [...RESOURCES.values()].filter(({ visible }) => visible === 'of the seat');
  const ordered = lists.flatMap((resource) => {
    const table = tableOf(resource.name);
    const byId = indexes.has(`${table}(seat_id, id)`) ? [] : [`${resource.many} have no index by ID`];
    const fields = Object.entries(listOf(resource).fields).filter(([, { column }]) =>
      indexes.has(`${table}(seat_id, ${columnOf(column)}, id)`),
    );
    return [...byId, ...fields.map(([name]) => `${columnOf(name).toUpperCase()} of ${resource.many}`)];
  });
  expect((await promisedOrders()).sort()).toEqual(ordered.sort());
});
