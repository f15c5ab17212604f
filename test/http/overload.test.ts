import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../support/actors.ts';
import { bearerHeaders, testApp, trafficHeaders } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

/** A call that gets no connection in time is answered as one to send again, by each interface in its own words. */

const system = await testSystem();
const { send } = await testApp(system);
const client = await createClient(system);
const bearer = await bearerHeaders(system, client);
const traffic = await trafficHeaders(system, client);

const held: PoolClient[] = [];
beforeAll(async () => {
  // What the token may do is remembered from here on.
  await send('GET', '/traffic/advertisers', { headers: traffic });
  while (held.length < system.pool.options.max) held.push(await system.pool.connect());
  system.pool.options.connectionTimeoutMillis = 100;
});
afterAll(() => {
  for (const connection of held) connection.release();
});

test.each([
  ['/graphql', bearer, { query: 'mutation { deleteCampaign(id: "1") { __typename } }' }],
  ['/traffic/advertisers', traffic, { name: 'A' }],
  ['/v3/rest/campaign', bearer, { campaignName: 'A' }],
  ['/extreport/', traffic, { dateTypeId: 10 }],
])('POST %s', async (url, headers, body) => {
  for (const more of [{}, { 'idempotency-key': 'once' }]) {
    const answer = await send('POST', url, { headers: { ...headers, ...more }, body });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(JSON.stringify(answer.body)).toMatch(/unavailable/i);
  }
});
