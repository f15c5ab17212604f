import { afterAll, beforeAll, expect, test } from 'vitest';
import { rememberedAccess } from '../../src/domain/access/identity/tokens/remembered-access.ts';
import { openDatabase } from '../../src/platform/database/connection/client.ts';
import { createClient } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { ASSERTION_TYPE, assertionOf } from '../support/assertion.ts';
import { testSystem } from '../support/system.ts';

const main = await testSystem();
const reserve = openDatabase({ url: main.database.url, connections: 4 });
const system = { ...main, reserved: { db: reserve.prisma, pool: reserve.pool } };
const { send } = await testApp(system);
const client = await createClient(system);

let held: { release(): void }[];
beforeAll(async () => {
  held = await Promise.all(Array.from({ length: 16 }, () => system.pool.connect()));
});
afterAll(async () => {
  for (const connection of held) connection.release();
  await reserve.close();
});

test('a token is issued while calls hold every connection of the pool', async () => {
  const form = {
    grant_type: 'client_credentials',
    scope: 'dsp-api-access',
    realm: 'dsp',
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: assertionOf(client),
  };
  const { status, body } = await send('POST', '/identity/oauth2/access_token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  expect([status, body.token_type]).toEqual([200, 'Bearer']);
});

test('/readyz answers while calls hold every connection of the pool', async () => {
  expect((await send('GET', '/readyz')).status).toBe(200);
});

test('what tokens may do is remembered once, so that a call on either pool forgets it for both', () => {
  const onReserve = { ...system, ...system.reserved };
  expect(rememberedAccess(onReserve)).toBe(rememberedAccess(system));
});
