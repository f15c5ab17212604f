import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { send } = await testApp(system);
const client = await createClient(system);
const headers = await bearerHeaders(system, client);
const ask = (query: string) => send('POST', '/graphql', { headers, body: { query } });

/** Again where the machine is too busy to read so much within the time of a statement: then the answer is 503. */
async function askPatiently(query: string) {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(query);
    if (answer.status !== 503 || tries === 6) return answer;
  }
}

const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ');
/** Costs points and reads nothing: a statement may take as long as its price says, on a busy machine too. */
const PAID_TIME = aliases(3, 'campaigns(first: 100) { nodes { id } }').replaceAll(/a(\d):/g, 'paid$1:');
/** Two million bytes, if they are selected. */
const page = (fields: string) => `advertisers(first: 100) { nodes { ${fields} } }`;

const LONG_NAMES = Array.from({ length: 990 }, (_, i) => `${'a'.repeat(250)}${i}: __typename`).join(' ');

beforeAll(async () => {
  await system.pool.query(
    `INSERT INTO advertiser (seat_id, account_group_id, name, status, landing_page_url, iab_category_id,
       timezone, currency, billing_price, contact)
     SELECT seat_id, id, 'Advertiser ' || n, 'ACTIVE', 'https://a.example/' || repeat('x', 20000), 1,
       'UTC', 'USD', 0, '{}'
     FROM account_group, generate_series(1, 100) n WHERE seat_id = $1`,
    [client.seatId],
  );
});

describe('an answer over 32 MiB is cut off with a typed error before it is built', {
  timeout: 120_000,
}, () => {
  test.each([
    ['one value under many names', `{ ${page(aliases(18, 'landingPageUrl'))} ${PAID_TIME} }`],
    ['one page under many names', `{ ${aliases(18, page('landingPageUrl'))} }`],
    [
      'names that are long themselves',
      `{ ${page('...F')} b: ${page('...F')} } fragment F on Advertiser { ${LONG_NAMES} }`,
    ],
  ])('%s', async (_name, query) => {
    const { status, body } = await askPatiently(query);
    expect([status, body]).toMatchObject([
      400,
      {
        data: null,
        errors: [
          {
            message: 'The answer would be larger than 32 MiB. Ask for less at a time.',
            extensions: { code: 'ANSWER_LIMIT_EXCEEDED' },
          },
        ],
      },
    ]);
    expect(body.errors).toHaveLength(1);
    const { requested, used } = body.extensions.cost;
    expect(used).toBe(requested);
  });

  test('what is a little smaller is answered', async () => {
    const { status, body } = await askPatiently(`{ ${aliases(15, page('landingPageUrl'))} }`);
    expect(status).toBe(200);
    expect(JSON.stringify(body).length).toBeGreaterThan(30_000_000);
  });
});

/** A field that is not compiled leaves all of the request to the executor, which reads side by side. */
const EXECUTED = 'campaign(id: 1) { history(first: 1) { nodes { node { id } } } }';

test.each([
  [
    'by the executor',
    'advertisers(first: 1) { totalCount nodes { history(first: 1) { nodes { node { id } } } } }',
  ],
  [
    'in the order of their delivery',
    'advertisers(first: 1, orderBy: {delivery: {metric: SPEND, range: {preset: TODAY}}}) { totalCount }',
  ],
])('one request holds no more than four connections, however many lists it reads %s', async (_how, list) => {
  const blocker = await system.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE advertiser IN ACCESS EXCLUSIVE MODE');
  const answers = [1, 2, 3].map(() => ask(`{ ${EXECUTED} ${aliases(40, list)} }`));
  try {
    await vi.waitFor(() => expect(system.pool.totalCount - system.pool.idleCount).toBe(13), {
      timeout: 10_000,
    });
    const { status } = await ask('{ rateLimit { remaining } }');
    expect(status).toBe(200);
    expect(system.pool.waitingCount).toBe(0);
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
  for (const { status, body } of await Promise.all(answers))
    expect([status, body.data.a39.totalCount]).toEqual([200, 100]);
});
